package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import java.time.Duration;
import java.util.Optional;

/** A job that every machine starts at three in the morning, and that runs once: who comes later finds it done. */
public final class CronOnce {
    private CronOnce() {}

    public static void main(String[] args) {
        String night = args[1];
        try (Dflockd dflockd = Dflockd.connect(args[0])) {
            Optional<Grant> turn = dflockd.lock("nightly-report").tryAcquire();
            if (turn.isEmpty()) {
                System.out.println("another machine is at it");
                return;
            }
            try (Grant grant = turn.get()) {
                if (dflockd.values().putIfAbsent("nightly-report." + night, "done", Duration.ofHours(20))) {
                    System.out.println("the report of " + night + ", fence " + grant.fence());
                } else {
                    System.out.println("already done");
                }
            }
        }
    }
}
