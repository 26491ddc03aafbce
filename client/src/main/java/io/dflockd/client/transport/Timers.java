package io.dflockd.client.transport;

import java.time.Duration;

/** The monotonic clock and what happens later by it; a test puts its own in place. */
public interface Timers {
    /** As good as for ever, and still a number of nanoseconds. */
    Duration LONGEST = Duration.ofDays(10_000);

    /** The duration, or {@link #LONGEST}. */
    static Duration bounded(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    }

    /** The duration in nanoseconds, or those of {@link #LONGEST}. */
    static long nanos(Duration duration) {
        return bounded(duration).toNanos();
    }

    /** A task that may still be taken back. */
    interface Timer {
        /** Takes the task back; too late for one that has begun. */
        void cancel();
    }

    /** An instant in nanoseconds, of which only differences mean anything, as with {@link System#nanoTime}. */
    long nanoTime();

    /** Runs the task once the time has passed; the task must not wait for anything. */
    Timer after(long delayNanos, Runnable task);
}
