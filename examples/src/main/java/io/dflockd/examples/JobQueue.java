package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.ItemList;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A queue: each job goes to one worker, in the order in which they came. */
public final class JobQueue {
    private JobQueue() {}

    public static void main(String[] args) {
        try (Dflockd dflockd = Dflockd.connect(args[0])) {
            ItemList jobs = dflockd.list("jobs");
            List.of("build 1", "build 2", "build 3").forEach(jobs::addLast);
            Optional<String> job = jobs.takeFirst(Duration.ofSeconds(5));
            while (job.isPresent()) {
                System.out.println("doing " + job.get());
                job = jobs.pollFirst();
            }
        }
    }
}
