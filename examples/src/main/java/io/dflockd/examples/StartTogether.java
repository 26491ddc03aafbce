package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A barrier: three programs start their work at the same moment, when the last of them is ready. */
public final class StartTogether {
    private StartTogether() {}

    public static void main(String[] args) throws InterruptedException {
        List<Thread> runners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            runners.add(new Thread(() -> run(args[0])));
        }
        runners.forEach(Thread::start);
        for (Thread runner : runners) {
            runner.join();
        }
    }

    private static void run(String server) {
        try (Dflockd dflockd = Dflockd.connect(server)) {
            boolean complete = dflockd.barrier("start-line", 3).await(Duration.ofSeconds(30));
            System.out.println(complete ? "off we go" : "somebody is missing");
        }
    }
}
