package io.dflockd.engine;

/**
 * One step of the engine in time.
 *
 * @param nowNanos the instant, on a clock that starts anywhere at or above zero and only grows
 * @param salts where the tokens of this turn's grants get their secret half
 * @param outbox takes what the turn has to say
 */
public record Turn(long nowNanos, Salts salts, Outbox outbox) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** This turn for a request of the session: its reply comes before the pushes that it causes there. */
    Turn replyingFirst(Session session) {
        return session.isSubscribed() ? new Turn(nowNanos, salts, new ReplyFirst(session, outbox)) : this;
    }

    /** The request has been run. Called before its shard is left, so that the order of events is kept. */
    void requestIsRun() {
        if (outbox instanceof ReplyFirst ordered) {
            ordered.requestIsRun();
        }
    }

    /** The instant so many seconds from now; the end of time for what lies beyond it. */
    long after(long seconds) {
        long instant = nowNanos + seconds * NANOS_PER_SECOND;
        return instant < 0 ? Long.MAX_VALUE : instant;
    }
}
