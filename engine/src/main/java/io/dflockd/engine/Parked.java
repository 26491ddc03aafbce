package io.dflockd.engine;

import io.dflockd.protocol.Reply;

/**
 * Somebody who waits, or has waited, for something in a shard: a request is parked there until it comes or its time is up.
 * Members of one queue are in order of arrival.
 */
abstract sealed class Parked<T extends Parked<T>> extends Link<T> implements Deadlines.Deadline
        permits Claim, DataWaiter {
    final Session session;
    final long sequence; // of arrival in its shard

    /** Whether a request waits. Only whoever is inside the shard can tell. */
    boolean parked;

    private int placeInDeadlines = Deadlines.NOWHERE;

    Parked(Session session, long sequence) {
        this.session = session;
        this.sequence = sequence;
    }

    abstract Shard shard();

    /** Of the request that waits. */
    abstract long tag();

    /** Its session wants it no longer: it is answered as if its time were up. */
    abstract void cancel(Turn turn);

    /** Answers the parked request, if there is one. */
    void answer(Reply reply, Turn turn) {
        if (parked) {
            parked = false;
            session.unpark(this);
            turn.outbox().wake(session, tag(), reply);
        }
    }

    @Override
    public final long sequence() {
        return sequence;
    }

    @Override
    public final int place() {
        return placeInDeadlines;
    }

    @Override
    public final void setPlace(int place) {
        placeInDeadlines = place;
    }
}
