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

    /** Looks closer together than this are not noted. It is less than a heartbeat, so a stall takes none of them back. */
    private static final long NOTED_NANOS = 10_000_000L;

    private final LongSupplier nanoTime;
    private final long origin;
    private volatile Look last = new Look(0, 0);

    /** At which time of the source the clock showed what. The two change together, or a stalled thread would go back. */
    private record Look(long elapsed, long shown) {
        long shownAt(long later) {
            long gap = Math.max(0, later - elapsed); // another thread may have looked since
            return shown + (gap > STALL_NANOS ? HEARTBEAT_NANOS : gap);
        }
    }

    /** Takes the source of {@link System#nanoTime}, whose values may start anywhere and wrap. */
    SteadyClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.origin = nanoTime.getAsLong();
    }

    @Override
    public long getAsLong() {
        long elapsed = nanoTime.getAsLong() - origin;
        Look seen = last;
        return elapsed - seen.elapsed > NOTED_NANOS ? note(elapsed) : seen.shownAt(elapsed);
    }

    private synchronized long note(long elapsed) {
        long shown = last.shownAt(elapsed);
        if (elapsed > last.elapsed) {
            last = new Look(elapsed, shown);
        }
        return shown;
    }
}
