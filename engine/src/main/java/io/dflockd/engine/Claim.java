package io.dflockd.engine;

import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;

/**
 * One session's claim to a slot of a resource: a waiter first, then a holder.
 *
 * <p>The claim of an acquisition in one phase waits, with its request parked, or holds. One in two phases is the
 * <em>entry</em> of its session for the key, from the first phase until the second has its answer. Of the states that 4.3 of
 * PROTOCOL.md has for it, <em>none</em> is that there is no entry; the others are these:
 *
 * <table>
 * <caption>The states of an entry</caption>
 * <tr><th>state</th><th>{@link #state}</th><th>{@link #told}</th><th>{@link #isLapsed}</th><th>the second phase</th></tr>
 * <tr><td>told</td><td>HELD</td><td>yes</td><td>no</td><td>restarts the lease, and the entry is over</td></tr>
 * <tr><td>queued</td><td>QUEUED</td><td>no</td><td>no</td><td>parks, until it holds or its time is up</td></tr>
 * <tr><td>granted</td><td>HELD</td><td>no</td><td>no</td><td>restarts the lease, and the entry is over</td></tr>
 * <tr><td>told-lapsed</td><td>HELD or EVICTED</td><td>yes</td><td>yes, if HELD</td><td>tells of the loss; a new first
 * phase may come instead</td></tr>
 * <tr><td>granted-lapsed</td><td>HELD or EVICTED</td><td>no</td><td>yes, if HELD</td><td>tells of the loss</td></tr>
 * </table>
 *
 * <p>A lapse becomes an eviction at the next touch of the key or sweep, or at once where somebody waits. An evicted claim is
 * in no resource any more; its session alone remembers it ({@link SessionClaims#remember}).
 *
 * <p>It has one deadline at a time: giving up while it waits, the end of its lease while it holds. A holder whose
 * deadline has passed without anybody waiting is <em>lapsed</em>: still in place, and gone at the next touch or sweep.
 *
 * <p>There may be millions of them, so what a claim never has both of shares one field: the tag of a parked request and
 * the instant of a grant; the instant since when it waits and the secret half of its token.
 */
final class Claim extends Parked<Claim> {
    /** What it is to be good for. */
    enum Purpose {
        /** A slot of its own: of a semaphore, or of a read-write lock as its writer. */
        SLOT,
        /** A read-write lock, beside other readers. */
        READING,
        /** The slot of an election, of which observers hear. */
        LEADERSHIP
    }

    enum State {
        QUEUED,
        HELD,
        /** Its lease ran out; remembered only for a two-phase entry that has not been collected. */
        EVICTED,
        GONE
    }

    final FifoResource resource;
    final boolean reads;
    /** It stands for election, and not only for the slot. */
    final boolean elects;

    final long leaseSeconds;

    State state = State.QUEUED;
    long tagOrHeldSinceNanos = Request.NO_TAG;
    /** Whether the answer to its parked request shows the fence. */
    boolean showsFence;
    /** It is the two-phase entry of its session and key; {@link #told} once the client knows the token. */
    boolean isEntry;

    boolean told;
    /** Observers were told of this holder by more than its election. */
    boolean reported;

    long fence;
    private long saltOrWaitingSinceNanos;
    int placeInSession = SessionClaims.NOWHERE;

    Claim(Session session, FifoResource resource, Purpose purpose, long leaseSeconds, long sequence) {
        super(session, sequence);
        this.resource = resource;
        this.reads = purpose == Purpose.READING;
        this.elects = purpose == Purpose.LEADERSHIP;
        this.leaseSeconds = leaseSeconds;
    }

    Purpose purpose() {
        if (reads) {
            return Purpose.READING;
        }
        return elects ? Purpose.LEADERSHIP : Purpose.SLOT;
    }

    /** It waits since this instant, until it is granted or leaves. */
    void waitingSince(long nanos) {
        saltOrWaitingSinceNanos = nanos;
    }

    long waitingSinceNanos() {
        return saltOrWaitingSinceNanos;
    }

    /** What its token is made of. It does not wait any more. */
    void setToken(long drawnFence, long drawnSalt) {
        fence = drawnFence;
        saltOrWaitingSinceNanos = drawnSalt;
    }

    long salt() {
        return saltOrWaitingSinceNanos;
    }

    /** From now on the request of this call waits for the outcome. */
    void park(Call call) {
        parked = true;
        tagOrHeldSinceNanos = call.request().tag();
        showsFence = call.showsFence();
    }

    Reply granted(Status status, boolean withFence) {
        return new Reply.Granted(status, fence, salt(), leaseSeconds, withFence);
    }

    /** It is a holder since this instant. Its request has been answered, so that the tag is of no use any more. */
    void heldSince(long nanos) {
        tagOrHeldSinceNanos = nanos;
    }

    long heldSinceNanos() {
        return tagOrHeldSinceNanos;
    }

    boolean isLapsed() {
        return state == State.HELD && place() == Deadlines.NOWHERE;
    }

    /** Both halves are looked at in any case, so that timing tells nothing about a token. */
    boolean hasToken(Request request) {
        return request.isTokenWellFormed() && ((fence ^ request.tokenFence()) | (salt() ^ request.tokenSalt())) == 0;
    }

    /** Whether observers know of this holder, so that they must hear of its end. */
    boolean isAnnounced() {
        return elects || reported;
    }

    @Override
    Shard shard() {
        return resource.shard;
    }

    @Override
    long tag() {
        return tagOrHeldSinceNanos;
    }

    @Override
    void cancel(Turn turn) {
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
}
