package io.dflockd.engine;

import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;

/**
 * One session's claim to a slot of a resource: a waiter first, then a holder.
 *
 * <p>It has one deadline at a time: giving up while it waits, the end of its lease while it holds. A holder whose
 * deadline has passed without anybody waiting is <em>lapsed</em>: still in place, and gone at the next touch or sweep.
 *
 * <p>There may be millions of them, so the tag of a parked request and the instant of a grant, of which a claim never
 * has both, share one field.
 */
final class Claim extends Link<Claim> implements Deadlines.Deadline, Parked {
    enum State {
        QUEUED,
        HELD,
        /** Its lease ran out; remembered only for a two-phase entry that has not been collected. */
        EVICTED,
        GONE
    }

    final Session session;
    final FifoResource resource;
    final boolean reads;
    /** It stands for election, and not only for the slot. */
    final boolean elects;

    final long leaseSeconds;
    final long sequence; // of arrival in its shard

    State state = State.QUEUED;
    /** A request is waiting for the outcome: whether, its tag, and whether its reply shows the fence. */
    boolean parked;

    long tagOrHeldSinceNanos = Request.NO_TAG;
    boolean showsFence;
    /** It is the two-phase entry of its session and key; {@link #told} once the client knows the token. */
    boolean isEntry;

    boolean told;
    /** Observers were told of this holder by more than its election. */
    boolean reported;

    long fence;
    long salt;
    int placeInSession = SessionClaims.NOWHERE;
    private int placeInDeadlines = Deadlines.NOWHERE;

    Claim(Session session, FifoResource resource, boolean reads, boolean elects, long leaseSeconds, long sequence) {
        this.session = session;
        this.resource = resource;
        this.reads = reads;
        this.elects = elects;
        this.leaseSeconds = leaseSeconds;
        this.sequence = sequence;
    }

    /** From now on the request of this call waits for the outcome. */
    void park(Call call) {
        parked = true;
        tagOrHeldSinceNanos = call.request().tag();
        showsFence = call.showsFence();
    }

    /** Answers the parked request, if there is one. */
    void answer(Reply reply, Turn turn) {
        if (parked) {
            parked = false;
            session.unpark(this);
            turn.outbox().wake(session, tag(), reply);
        }
    }

    Reply granted(Status status, boolean withFence) {
        return new Reply.Granted(status, fence, salt, leaseSeconds, withFence);
    }

    /** It is a holder since this instant. Its request has been answered, so that the tag is of no use any more. */
    void heldSince(long nanos) {
        tagOrHeldSinceNanos = nanos;
    }

    long heldSinceNanos() {
        return tagOrHeldSinceNanos;
    }

    boolean isLapsed() {
        return state == State.HELD && placeInDeadlines == Deadlines.NOWHERE;
    }

    /** Both halves are looked at in any case, so that timing tells nothing about a token. */
    boolean hasToken(Request request) {
        return request.isTokenWellFormed() && ((fence ^ request.tokenFence()) | (salt ^ request.tokenSalt())) == 0;
    }

    /** Whether observers know of this holder, so that they must hear of its end. */
    boolean isAnnounced() {
        return elects || reported;
    }

    @Override
    public Shard shard() {
        return resource.shard;
    }

    @Override
    public long tag() {
        return tagOrHeldSinceNanos;
    }

    @Override
    public boolean isParked() {
        return parked;
    }

    @Override
    public void cancel(Turn turn) {
        resource.withdraw(this, Status.TIMEOUT, turn);
    }

    @Override
    public void expire(Turn turn) {
        resource.expire(this, turn);
    }

    @Override
    public boolean isWait() {
        return state == State.QUEUED;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public int place() {
        return placeInDeadlines;
    }

    @Override
    public void setPlace(int place) {
        placeInDeadlines = place;
    }
}
