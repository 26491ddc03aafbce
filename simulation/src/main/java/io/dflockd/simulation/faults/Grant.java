package io.dflockd.simulation.faults;

/**
 * A lock that a client was given, as far as that client can tell.
 *
 * <p>It was granted between {@code askedNanos} and {@code answeredNanos}, and it was held without a break until
 * {@code heldUntilNanos} at least: a token that is lost never comes back, so a renewal or a release that was answered
 * {@code ok} proves that it was good when that was sent. What a client only believes to hold proves nothing: its node may
 * stand still, and its session may have been ended meanwhile.
 */
final class Grant {
    final String key;
    final String connection;
    final String token;
    final long askedNanos; // when its place in the queue was asked for
    final long queuedNanos; // when it certainly had its place
    final long answeredNanos;
    long heldUntilNanos = Long.MIN_VALUE;
    long leaseEndsNanos; // not before this instant
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int FENCE_DIGITS = 16;

    /** Granted by {@code answer} to whoever took a place in the queue with {@code place}, which may be the same. */
    Grant(Exchange place, Exchange answer) {
        this.key = answer.key();
        this.connection = answer.connection();
        this.token = answer.word(1);
        this.askedNanos = place.askedNanos();
        this.queuedNanos = place.endedNanos();
        this.answeredNanos = answer.endedNanos();
        lease(answer, answer.word(2));
    }

    /** It was good for another lease at the earliest when this was asked. */
    void lease(Exchange exchange, String seconds) {
        leaseEndsNanos = exchange.askedNanos() + Long.parseLong(seconds) * NANOS_PER_SECOND;
    }

    void provedBy(Exchange exchange) {
        heldUntilNanos = Math.max(heldUntilNanos, exchange.askedNanos());
    }

    long fence() {
        return Long.parseUnsignedLong(token.substring(0, FENCE_DIGITS), 16);
    }

    @Override
    public String toString() {
        return connection + " with fence " + fence();
    }
}
