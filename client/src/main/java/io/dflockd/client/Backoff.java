package io.dflockd.client;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** How long to wait before the next try: a random time below a bound that doubles, so that many clients do not agree. */
final class Backoff {
    private static final int MAX_DOUBLINGS = 30;

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
        if (nanos >= mostNanos) {
            succeeded();
        }
    }

    long nextNanos() {
        long doubled = firstNanos << Math.min(failures++, MAX_DOUBLINGS);
        long bound = doubled < firstNanos ? mostNanos : Math.min(mostNanos, doubled);
        return random.nextLong(bound + 1);
    }
}
