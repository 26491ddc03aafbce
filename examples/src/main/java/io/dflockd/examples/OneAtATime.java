package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import io.dflockd.client.exceptions.LockTimeoutException;
import java.time.Duration;

/** A lock: of all programs that run this, one at a time gets past the line. */
public final class OneAtATime {
    private OneAtATime() {}

    public static void main(String[] args) {
        try (Dflockd dflockd = Dflockd.connect(args[0])) {
            try (Grant grant = dflockd.lock("invoices").acquire(Duration.ofSeconds(10))) {
                grant.onLost(reason -> System.out.println("stop: " + reason));
                System.out.println("writing invoices, fence " + grant.fence());
            } catch (LockTimeoutException busy) {
                System.out.println("somebody else is at it: " + busy.getMessage());
            }
        }
    }
}
