package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SteadyClockTest {
    private static final long HEARTBEAT = SteadyClock.HEARTBEAT_NANOS;

    private final AtomicLong nanoTime = new AtomicLong();
    private SteadyClock clock = new SteadyClock(nanoTime::get);

    @Test
    void startsAtZeroAndFollowsItsSource() {
        assertThat(clock.getAsLong()).isZero();

        nanoTime.addAndGet(1);
        assertThat(clock.getAsLong()).isEqualTo(1);

        nanoTime.addAndGet(SteadyClock.STALL_NANOS - 1);
        assertThat(clock.getAsLong()).isEqualTo(SteadyClock.STALL_NANOS);
    }

    @Test
    @Pitfall("LC-03")
    void countsOneHeartbeatOfAStall() {
        pass(300);
        long before = clock.getAsLong();

        nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(5));

        assertThat(clock.getAsLong() - before).isEqualTo(HEARTBEAT);
        pass(100);
        assertThat(clock.getAsLong() - before).isEqualTo(HEARTBEAT + TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    @Pitfall("LC-03")
    void losesNothingWhileItIsLookedAtNowAndThen() {
        for (int i = 0; i < 1_000; i++) {
            pass(900);
            clock.getAsLong();
        }

        assertThat(clock.getAsLong()).isEqualTo(TimeUnit.SECONDS.toNanos(900));
    }

    /** The stall hits a thread that has read the source and not yet answered, and another thread looks first. */
    @Test
    @Pitfall("LC-03")
    void doesNotGoBackForAThreadThatWasStoppedInTheMiddleOfALook() {
        AtomicLong seenByTheOther = new AtomicLong(-1);
        Runnable[] stall = {() -> {}};
        clock = new SteadyClock(() -> {
            long seen = nanoTime.get();
            Runnable meanwhile = stall[0];
            stall[0] = () -> {};
            meanwhile.run();
            return seen;
        });
        pass(100);
        long before = clock.getAsLong();
        stall[0] = () -> {
            pass(5_000);
            seenByTheOther.set(clock.getAsLong());
        };

        long seenByTheStopped = clock.getAsLong();
        long after = clock.getAsLong();

        assertThat(seenByTheOther).hasValue(before + HEARTBEAT);
        assertThat(seenByTheStopped).isBetween(before, before + HEARTBEAT);
        assertThat(after).isEqualTo(before + HEARTBEAT);
    }

    @ParameterizedTest
    @Pitfall("LC-07")
    @ValueSource(longs = {Long.MAX_VALUE - 1_000, Long.MAX_VALUE, Long.MIN_VALUE, -1_000, 0})
    void doesNotMindWhereItsSourceStartsNorThatItWraps(long origin) {
        nanoTime.set(origin);
        clock = new SteadyClock(nanoTime::get);

        for (int i = 1; i <= 10; i++) {
            pass(500);
            assertThat(clock.getAsLong()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500L * i));
        }
    }

    private void pass(long millis) {
        nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
