package io.dflockd.client.transport;

/** The monotonic clock and what happens later by it; a test puts its own in place. */
public interface Timers {
    /** A task that may still be taken back. */
    interface Timer {
        void cancel();
    }

    /** Like {@link System#nanoTime}: only differences mean anything. */
    long nanoTime();

    /** Runs the task once the time has passed; the task must not wait for anything. */
    Timer after(long delayNanos, Runnable task);
}
