package io.dflockd.engine;

import io.dflockd.engine.Claim.Purpose;
import io.dflockd.engine.Claim.State;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Push.LeaderEvent;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource whose holders enter strictly in order of arrival. Subclasses only say who may enter next.
 *
 * <p>Invariant: the first waiter may not enter yet. Every change therefore ends in {@link #admit}. A second one: where
 * someone waits, nobody is lapsed, because a lease that ends beside waiters is evicted at once.
 *
 * <p>A hundred thousand readers may be able to enter at once. A batch of them does; then the resource is one of the
 * {@link Shard#unserved} until all have entered. Whoever arrives meanwhile goes to the end of the queue as ever.
 */
abstract sealed class FifoResource extends Keyed<FifoResource> permits Semaphore, ReadWriteLock {
    private static final String ACQUIRED = "acquire";
    private static final String RELEASED = "release";
    private static final String ELECTED = Command.ELECT.word();

    final Shard shard;
    final Holders holders = new Holders();
    final Chain<Claim> waiters = new Chain<>();
    long lastActivityNanos;
    boolean inUse; // counted as held or waited for
    private boolean isUnserved;

    FifoResource(Shard shard, Key key) {
        super(key);
        this.shard = shard;
    }

    /** Whether the first waiter may enter beside the present holders. */
    abstract boolean admits(Claim first);

    /** Whether its holder counts as the leader of the key. */
    abstract boolean hasLeader();

    /** {@code l: <timeout> [<lease>]} and its like: enter now, or wait, or give up at once. */
    final void acquire(Call call, Purpose purpose) {
        Claim claim = call.newClaim(this, purpose);
        long timeout = call.request().number(Field.TIMEOUT);
        requirePlaceFor(claim, call, timeout > 0);

        arrive(claim, call);
        if (claim.state == State.HELD) {
            call.answer(claim.granted(Status.OK, call.showsFence()));
            announceEntry(claim, call.turn());
            Observers.won(claim, call.turn());
        } else {
            waitFor(claim, timeout, call);
        }
    }

    /** {@code e: [<lease>]} and its like: enter now or join the queue, and in both cases answer now. */
    final void enqueue(Call call, Purpose purpose) {
        Claim claim = call.newClaim(this, purpose);
        requirePlaceFor(claim, call, false);

        call.claims().enter(claim);
        arrive(claim, call);
        if (claim.state == State.HELD) {
            claim.told = true;
            call.answer(claim.granted(Status.ACQUIRED, call.showsFence()));
            announceEntry(claim, call.turn());
        } else {
            call.answer(Status.QUEUED);
        }
    }

    /** A place in the queue is refused before anything has changed; a free slot is never refused. */
    private void requirePlaceFor(Claim claim, Call call, boolean parks) {
        if (waiters.isEmpty() && admits(claim)) {
            return;
        }
        int maxWaiters = call.settings().limits().maxWaiters();
        if (maxWaiters > 0 && waiters.size() >= maxWaiters) {
            throw new Rejected(Status.ERROR_MAX_WAITERS, "the queue of this key is full");
        }
        if (parks) {
            call.requireParkingSpace();
        }
    }

    /** Everybody joins the queue, and whoever may enters at once; the newcomer's request is still there to tell it. */
    private void arrive(Claim claim, Call call) {
        call.claims().add(claim);
        waiters.addLast(claim);
        serve(claim, call.turn());
    }

    /** The request stays parked until the claim is granted or its patience ends. */
    private void waitFor(Claim claim, long timeoutSeconds, Call call) {
        if (timeoutSeconds == 0) {
            leaveQueue(claim);
            call.answer(Status.TIMEOUT);
            admit(call.turn());
        } else {
            claim.park(call);
            shard.deadlines.set(claim, call.turn().after(timeoutSeconds));
            call.session().park(claim);
        }
    }

    /** {@code w: <timeout>}: the second phase, for whatever kind of resource was enqueued for. */
    static void await(Call call) {
        call.shard().find(call.key(), call.turn()); // also a vain wait is activity
        Claim entry = call.entry();
        boolean unfinished = entry == null || entry.state == State.QUEUED;
        if (unfinished && call.session().dismissed) {
            throw new Rejected(Status.ERROR_DRAINING, "nothing is granted any more");
        }
        if (entry == null || entry.parked) {
            throw new Rejected(Status.ERROR_NOT_ENQUEUED, "no entry of this session waits to be collected");
        }
        entry.resource.collect(entry, call);
    }

    private void collect(Claim entry, Call call) {
        if (entry.state == State.QUEUED) {
            collectLater(entry, call);
            return;
        }
        call.claims().dropEntry(entry);
        if (entry.state == State.EVICTED) {
            call.answer(Status.ERROR_LEASE_EXPIRED);
        } else if (entry.isLapsed()) {
            call.answer(Status.ERROR_LEASE_EXPIRED);
            evict(List.of(entry), call.turn());
        } else {
            extend(entry, entry.leaseSeconds, call.turn());
            call.answer(entry.granted(Status.OK, call.showsFence()));
            if (!entry.told) {
                announceEntry(entry, call.turn());
            }
        }
    }

    private void collectLater(Claim entry, Call call) {
        long timeout = call.request().number(Field.TIMEOUT);
        if (timeout > 0) {
            call.requireParkingSpace();
        }
        lastActivityNanos = call.turn().nowNanos();
        waitFor(entry, timeout, call);
    }

    /** {@code r: <token>}, for whatever kind of resource the token is of. */
    static void release(Call call) {
        Claim claim = call.holder();
        call.answer(Status.OK);
        claim.resource.release(claim, call.turn());
    }

    /** {@code resign: <token>}: a release that observers hear of by its own name. */
    static void resign(Call call) {
        Claim claim = call.holder();
        FifoResource resource = claim.resource;
        call.answer(Status.OK);
        resource.leaveHolders(claim, State.GONE);
        call.announce();
        Observers.tell(LeaderEvent.RESIGNED, resource, call.turn());
        resource.admit(call.turn());
    }

    /** {@code evict: <token or fence> <reason>}: somebody who may do so takes the slot away from its holder. */
    static void evict(Call call) {
        Claim claim = call.holderByFence();
        call.answer(Status.OK);
        claim.resource.shard.takenAway.add(claim);
        claim.resource.evict(List.of(claim), call.turn());
    }

    /** {@code n: <token> [<lease>]}, for whatever kind of resource the token is of. */
    static void renew(Call call) {
        if (call.shard().takenAway.tell(call.request())) {
            call.answer(Status.ERROR_LEASE_EXPIRED);
            return;
        }
        Claim claim = call.holder();
        if (claim.isLapsed()) {
            call.answer(Status.ERROR_LEASE_EXPIRED);
            claim.resource.release(claim, call.turn());
            return;
        }
        long lease = call.request().leaseOr(call.settings().defaultLeaseSeconds());
        claim.resource.extend(claim, lease, call.turn());
        call.answer(new Reply.Renewed(lease, claim.fence, call.showsFence()));
    }

    private void extend(Claim claim, long leaseSeconds, Turn turn) {
        shard.deadlines.set(claim, turn.after(leaseSeconds));
        lastActivityNanos = turn.nowNanos();
    }

    /** A waiter leaves without a slot; whoever stood behind it may enter now. */
    final void withdraw(Claim claim, Status why, Turn turn) {
        leaveQueue(claim);
        claim.answer(why.reply(), turn);
        admit(turn);
    }

    /** Those in the queue who have been dismissed leave it. */
    final void dismiss(Turn turn) {
        for (Claim claim : waiters.toList()) {
            if (claim.session.dismissed) {
                leaveQueue(claim);
                claim.answer(Status.ERROR_DRAINING.reply(), turn);
            }
        }
        admit(turn);
    }

    final void leaveQueue(Claim claim) {
        waiters.remove(claim);
        conclude(claim, State.GONE);
    }

    final void release(Claim claim, Turn turn) {
        leaveHolders(claim, State.GONE);
        vacated(claim, turn);
    }

    /** A slot or more became free at once, this holder's for one: that is told, and the queue is served. */
    final void vacated(Claim lost, Turn turn) {
        shard.announce(RELEASED, key, turn);
        boolean succeeded = admit(turn);
        if (!succeeded && lost.isAnnounced()) {
            Observers.tell(LeaderEvent.RESIGNED, this, turn);
        }
    }

    private void announceEntry(Claim claim, Turn turn) {
        shard.announce(claim.elects ? ELECTED : ACQUIRED, key, turn);
    }

    final void leaveHolders(Claim claim, State state) {
        if (claim.isLapsed()) {
            shard.forgetLapse(this);
        }
        holders.remove(claim);
        conclude(claim, state);
    }

    /** An evicted entry is remembered by its session, so that collecting it can tell what happened. */
    private void conclude(Claim claim, State state) {
        claim.state = state;
        shard.deadlines.cancel(claim);
        if (claim.placeInSession != SessionClaims.NOWHERE) {
            SessionClaims claims = shard.claimsOf(claim);
            claims.remove(claim);
            if (state == State.GONE) {
                claims.dropEntry(claim);
            } else {
                claims.remember(claim);
            }
        }
    }

    /** The deadline of a claim has come. */
    final void expire(Claim claim, Turn turn) {
        if (claim.state == State.QUEUED) {
            withdraw(claim, Status.TIMEOUT, turn);
            return;
        }
        shard.noteLapse(this);
        if (!waiters.isEmpty()) {
            evict(List.of(claim), turn);
        }
    }

    /** Whoever outstayed a lease goes; asked by a touch or a sweep. */
    final void evictLapsed(Turn turn) {
        if (holders.lapsed > 0) {
            evict(lapsedHolders(), turn);
        }
    }

    final List<Claim> lapsedHolders() {
        List<Claim> found = new ArrayList<>();
        for (Claim each = holders.firstOrNull(); each != null && found.size() < holders.lapsed; each = each.next) {
            if (each.isLapsed()) {
                found.add(each);
            }
        }
        return found;
    }

    /** All of them go before anybody hears of it. */
    private void evict(List<Claim> claims, Turn turn) {
        claims.forEach(claim -> leaveHolders(claim, State.EVICTED));
        if (!claims.isEmpty()) {
            vacated(claims.get(0), turn);
        }
    }

    /** Serves the queue, and notes whether anybody is left. Tells whether anyone was served. */
    final boolean admit(Turn turn) {
        boolean served = serve(null, turn);
        lastActivityNanos = turn.nowNanos();
        if (inUse && isIdle()) {
            shard.becameIdle(this);
        }
        return served;
    }

    private boolean serve(@Nullable Claim newcomer, Turn turn) {
        boolean served = false;
        for (int i = 0; i < Shard.BATCH && mayServe(); i++) {
            Claim next = waiters.first();
            if (next != newcomer && shard.hasEnded(next.session)) {
                leaveQueue(next);
                continue;
            }
            enter(next, turn);
            if (next != newcomer) {
                tellSuccessor(next, turn);
            }
            next.heldSince(turn.nowNanos());
            served = true;
        }
        noteUnserved();
        return served;
    }

    final boolean mayServe() {
        return !waiters.isEmpty() && admits(waiters.first());
    }

    /** Its shard knows whether there is more to serve than the last batch. */
    final void noteUnserved() {
        if (isUnserved != mayServe()) {
            isUnserved = !isUnserved;
            if (isUnserved) {
                shard.unserved.put(key, this);
            } else {
                shard.unserved.remove(key);
            }
        }
    }

    /** A waiter has its slot. Who asks in two phases announces it in the second. */
    private void tellSuccessor(Claim claim, Turn turn) {
        if (claim.parked) {
            shard.claimsOf(claim).dropEntry(claim);
            claim.answer(claim.granted(Status.OK, claim.showsFence), turn);
            announceEntry(claim, turn);
        }
        Observers.tookOver(claim, turn);
    }

    /** What comes from outside and could fail is drawn first: a grant is made whole or not at all. */
    private void enter(Claim claim, Turn turn) {
        long fence = shard.crossings.fence().next();
        claim.setToken(fence, turn.salts().next());
        waiters.remove(claim);
        claim.state = State.HELD;
        holders.addLast(claim);
        shard.deadlines.set(claim, turn.after(claim.leaseSeconds));
    }

    final boolean isIdle() {
        return holders.isEmpty() && waiters.isEmpty();
    }
}
