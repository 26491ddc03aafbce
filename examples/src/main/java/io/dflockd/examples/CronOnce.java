package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import java.time.Duration;
import java.util.Optional;

/**
 * A job that every machine starts at three in the morning, and that one of them does: the others find it in hand or done.
 * If a machine dies at it, the next one that starts it does it again.
 */
public final class CronOnce {
    private CronOnce() {}

    public static void main(String[] args) {
        String night = args[1];
        String mark = "nightly-report." + night;
        try (Dflockd dflockd = Dflockd.connect(args[0])) {
            Optional<Grant> turn = dflockd.lock("nightly-report").tryAcquire();
            if (turn.isEmpty()) {
                System.out.println("another machine is at it");
                return;
            }
            try (Grant grant = turn.get()) {
                if (dflockd.values().get(mark).isPresent()) {
                    System.out.println("already done");
                    return;
                }
                System.out.println("the report of " + night + ", fence " + grant.fence());
                dflockd.values().put(mark, "done", Duration.ofHours(20));
            }
        }
    }
}
