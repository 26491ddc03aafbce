package io.dflockd.cli.bench;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who holds the contended lock, as its holders see it. One puts it down before it writes the release, and picks it up
 * when it has read the grant, so that two at once cannot be our own doing.
 */
final class Baton {
    private static final int NOBODY = -1;

    private final AtomicInteger holder = new AtomicInteger(NOBODY);
    private volatile long putDownNanos = Long.MIN_VALUE;

    void putDown(long nanos) {
        putDownNanos = nanos;
        holder.set(NOBODY);
    }

    /** Returns when the one before put it down. */
    long pickUp(int connection) throws BenchFailed {
        long handedOver = putDownNanos;
        int other = holder.getAndSet(connection);
        if (other != NOBODY) {
            throw new BenchFailed("MUTUAL EXCLUSION IS BROKEN: connection " + connection
                    + " was granted the lock that connection " + other + " holds");
        }
        return handedOver;
    }
}
