package io.dflockd.server;

import java.util.function.LongSupplier;

/**
 * Nanoseconds since the server started, on a clock that only grows and does not count time in which the process stood
 * still.
 *
 * <p>A stopped process, a suspended machine or a very long collection hears no renewals. If that time counted, leases
 * would be over before the renewals that wait in the socket buffers are read. The clock is looked at several times a
 * second, so a gap of more than {@value #STALL_NANOS} ns is a stall: of it only {@value #HEARTBEAT_NANOS} ns are
 * counted, and every lease lasts longer by the rest. Two holders are never possible: only the server ends leases.
 */
final class SteadyClock implements LongSupplier {
    static final long HEARTBEAT_NANOS = 250_000_000L;
    static final long STALL_NANOS = 1_000_000_000L;

    private final LongSupplier nanoTime;
    private final long origin;
    private volatile long lost;
    private volatile long lastLook;

    /** Takes the source of {@link System#nanoTime}, whose values may start anywhere and wrap. */
    SteadyClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.origin = nanoTime.getAsLong();
    }

    @Override
    public long getAsLong() {
        long elapsed = nanoTime.getAsLong() - origin;
        if (elapsed - lastLook > STALL_NANOS) {
            noteStall(elapsed);
        }
        lastLook = elapsed;
        return elapsed - lost;
    }

    /** The loss is known before the look that reveals it, so nobody sees the one without the other. */
    private synchronized void noteStall(long elapsed) {
        long gap = elapsed - lastLook;
        if (gap > STALL_NANOS) {
            lost += gap - HEARTBEAT_NANOS;
            lastLook = elapsed;
        }
    }

    long lostNanos() {
        return lost;
    }
}
