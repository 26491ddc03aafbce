package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Subscription;
import io.dflockd.client.Values;
import java.util.concurrent.CountDownLatch;

/** A watch: settings are read again whenever somebody changes one, and after a gap in case somebody did. */
public final class ConfigWatch {
    private ConfigWatch() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
        try (Dflockd dflockd = Dflockd.connect(args[0])) {
            Values values = dflockd.values();
            try (Subscription changes = dflockd.watch("config.*", change -> {
                System.out.println(
                        change.key() + " is now " + values.get(change.key()).orElse("gone"));
                seen.countDown();
            })) {
                changes.onGap(gap -> System.out.println("config.mode may have changed: " + values.get("config.mode")));
                values.put("config.mode", "blue");
                seen.await();
            }
        }
    }
}
