package io.dflockd.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WatchdogTest {
    private final List<Runnable> pending = new ArrayList<>();
    private final List<String> pings = new ArrayList<>();

    /** A clock that stands still, and timers that a test runs by hand. */
    private final Timers timers = new Timers() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer after(long delayNanos, Runnable task) {
            pending.add(task);
            return () -> pending.remove(task);
        }
    };

    private final Watchdog watchdog =
            new Watchdog(new InFlight(), ConnectionSettings.DEFAULT, timers, () -> pings.add("ping"), overdue -> {});

    @Test
    void leavesNoTimerBehind() {
        watchdog.heard();
        watchdog.keepAlive();
        assertThat(pending).hasSize(1);

        watchdog.stop();

        assertThat(pending).isEmpty();
    }

    @Test
    void doesNotAskAServerThatWasJustHeard() {
        watchdog.heard();
        watchdog.keepAlive();

        pending.remove(0).run();

        assertThat(pings).isEmpty();
        assertThat(pending).hasSize(1);
    }
}
