package io.dflockd.client;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** How long to wait before the next try: a random time below a bound that doubles, so that clients do not all try at once. */
final class Backoff {
    private static final int MAX_DOUBLINGS = 30;

    /** What has lived so long was a success, however long the longest pause may be. */
    private static final long STEADY_NANOS = Duration.ofSeconds(10).toNanos();

    private final long firstNanos;
    private final long mostNanos;
    private final RandomGenerator random;
    private int failures;

    /** As the application wants it. */
    static Backoff of(DflockdOptions options) {
        return new Backoff(options.firstBackoff, options.mostBackoff, new SplittableRandom());
    }

    Backoff(Duration first, Duration most, RandomGenerator random) {
        this.firstNanos = first.toNanos();
        this.mostNanos = most.toNanos();
        this.random = random;
    }

    void succeeded() {
        failures = 0;
    }

    /** What had succeeded ended after this time. If that was soon, it was no success: the bound goes on growing. */
    void lasted(long nanos) {
        if (isSteady(nanos)) {
            succeeded();
        }
    }

    /** Whether what ended after this time had been a success. */
    boolean isSteady(long nanos) {
        return nanos >= Math.min(mostNanos, STEADY_NANOS);
    }

    long nextNanos() {
        return nanosBelow(nextBound());
    }

    /** The bound for the next pause, where several pause at once. */
    long nextBound() {
        long doubled = firstNanos << Math.min(failures++, MAX_DOUBLINGS);
        return doubled < firstNanos ? mostNanos : Math.min(mostNanos, doubled);
    }

    long nanosBelow(long bound) {
        return random.nextLong(bound + 1);
    }
}
