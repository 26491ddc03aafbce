package io.dflockd.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.wire.Frames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WatchdogTest {
    private static final Duration PART =
            ConnectionSettings.DEFAULT.answerTimeout().dividedBy(2);

    private final List<Runnable> pending = new ArrayList<>();
    private final List<String> pings = new ArrayList<>();
    private final List<Exchange> givenUp = new ArrayList<>();
    private long nowNanos;

    /** A clock that moves, and timers that run, when a test says so. */
    private final Timers timers = new Timers() {
        @Override
        public long nanoTime() {
            return nowNanos;
        }

        @Override
        public Timer after(long delayNanos, Runnable task) {
            pending.add(task);
            return () -> pending.remove(task);
        }
    };

    private final InFlight inFlight = new InFlight();
    private final Watchdog watchdog =
            new Watchdog(inFlight, ConnectionSettings.DEFAULT, timers, () -> pings.add("ping"), givenUp::add);

    /** The checks come at every moment at which they could, and not only when they are due. */
    private void pass(Duration time) {
        nowNanos += time.toNanos();
        List<Runnable> due = List.copyOf(pending);
        pending.clear();
        due.forEach(Runnable::run);
    }

    private Exchange send() {
        Exchange exchange = new Exchange(
                Frames.ping(), ConnectionSettings.DEFAULT.answerTimeout().toNanos(), withdrawn -> {});
        inFlight.add(exchange);
        watchdog.expectAnswer(exchange);
        return exchange;
    }

    private void heardInParts(int parts, boolean lineGoesOn) {
        for (int i = 0; i < parts; i++) {
            pass(PART);
            watchdog.heard(lineGoesOn);
        }
    }

    @Test
    void leavesNoTimerBehind() {
        watchdog.heard(false);
        watchdog.keepAlive();
        assertThat(pending).hasSize(1);

        watchdog.stop();

        assertThat(pending).isEmpty();
    }

    @Test
    void doesNotAskAServerThatWasJustHeard() {
        watchdog.heard(false);
        watchdog.keepAlive();

        pending.remove(0).run();

        assertThat(pings).isEmpty();
        assertThat(pending).hasSize(1);
    }

    @Test
    void waitsForAnAnswerAsLongAsItKeepsArriving() {
        watchdog.heard(false);
        Exchange arriving = send();

        heardInParts(100, true);
        assertThat(givenUp).isEmpty();

        pass(PART);
        pass(PART);
        assertThat(givenUp).containsExactly(arriving);
    }

    @Test
    void givesWhatWasHeldUpByALongAnswerItsUsualTimeAfterwards() {
        watchdog.heard(false);
        send();
        heardInParts(100, true);

        heardInParts(2, false);

        assertThat(givenUp).isEmpty();
    }

    @Test
    void givesUpAnAnswerThatDoesNotComeAlthoughOthersDo() {
        watchdog.heard(false);
        Exchange lost = send();

        heardInParts(7, false);
        assertThat(givenUp).isEmpty();

        heardInParts(1, false);
        assertThat(givenUp).containsExactly(lost);
    }
}
