package io.dflockd.simulation.model;

import org.jspecify.annotations.Nullable;

/** A place in the queue of a key. */
final class Waiter {
    final long arrival;
    final Key key;
    final Session session;
    final Mode mode;
    final long leaseSeconds;

    /** Of a two-phase acquisition. */
    final @Nullable Entry entry;

    /** Whether it had to wait. */
    boolean hasQueued;

    /** The request to answer; none while the place is only enqueued. */
    @Nullable
    Parked parked;

    Waiter(long arrival, Key key, Session session, Mode mode, long leaseSeconds, @Nullable Entry entry) {
        this.arrival = arrival;
        this.key = key;
        this.session = session;
        this.mode = mode;
        this.leaseSeconds = leaseSeconds;
        this.entry = entry;
    }
}
