package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/** One keyed request on its way through its shard. */
record Call(Shard shard, Session session, Request request, Turn turn) {

    Key key() {
        return request.key();
    }

    Settings settings() {
        return shard.settings;
    }

    SessionClaims claims() {
        return session.claims(shard.index);
    }

    /** The two-phase entry of this session and key. */
    @Nullable
    Claim entry() {
        SessionClaims claims = session.claimsOrNull(shard.index);
        return claims == null ? null : claims.entry(key());
    }

    /** An entry that the client knew of and that has run out does not stand in the way of a new one, which replaces it. */
    void requireNoEntry() {
        shard.find(key(), turn); // also a refused attempt is activity
        Claim entry = entry();
        if (entry == null) {
            return;
        }
        if (entry.isLapsed()) {
            entry.resource.evictLapsed(turn);
        }
        if (entry.state != Claim.State.EVICTED || !entry.told) {
            throw new Rejected(Status.ERROR_ALREADY_ENQUEUED, "this session has an entry for the key");
        }
    }

    /** The holder whose token was sent, whatever its session: a token is a bearer credential. */
    Claim holder() {
        FifoResource resource = shard.find(key(), turn);
        Claim holder = resource == null ? null : resource.holders.find(request);
        if (holder == null) {
            throw new Rejected(Status.ERROR, "no grant of this key has that token");
        }
        return holder;
    }

    /** The holder whose fence was sent, alone or in a token, which then must be the right one. */
    Claim holderByFence() {
        FifoResource resource = shard.find(key(), turn);
        Claim holder = resource == null ? null : resource.holders.find(request.tokenFence());
        boolean isMeant = holder != null && (!request.isTokenWellFormed() || holder.hasToken(request));
        if (holder == null || !isMeant) {
            throw new Rejected(Status.ERROR, "no grant of this key has that token or fence");
        }
        return holder;
    }

    boolean showsFence() {
        return request.command().alwaysShowsFence() || session.showsFence;
    }

    void answer(Reply reply) {
        turn.outbox().reply(session, request.tag(), reply);
    }

    void answer(Status status) {
        answer(status.reply());
    }

    void reject(Rejected why) {
        turn.outbox().reject(session, request.tag(), request.command(), why);
    }

    /** Whoever watches the key hears that this command has changed it. */
    void announce() {
        shard.announce(request.command().word(), key(), turn);
    }

    void requireParkingSpace() {
        if (session.parkedRequests() >= settings().limits().maxInflight()) {
            throw new Rejected(Status.ERROR_MAX_WAITERS, "too many requests of this session are parked");
        }
    }

    Claim newClaim(FifoResource resource, Claim.Purpose purpose) {
        long lease = request.leaseOr(settings().defaultLeaseSeconds());
        Claim claim = new Claim(session, resource, purpose, lease, shard.nextArrival());
        claim.waitingSince(turn.nowNanos());
        return claim;
    }
}
