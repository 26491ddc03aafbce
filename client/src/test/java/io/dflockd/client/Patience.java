package io.dflockd.client;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ConditionFactory;

/** How long a test waits for what must come. It is long, because only a failing test waits to its end. */
public final class Patience {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private Patience() {}

    /** Until something comes true: looks often, and not only every 100 ms. */
    public static ConditionFactory eventually() {
        return await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .atMost(PATIENCE);
    }

    /** A moment shorter than any sleep, for what should happen at various moments of something else. */
    static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
