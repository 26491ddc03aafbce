package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The sessions of an engine across its shards: what they have there, and how they give it up.
 *
 * <p>A session ends in steps, so that who has many claims does not keep others out of a shard: first nothing of it hears
 * of anything or waits for items and barriers, then it leaves one shard after another.
 */
final class Sessions {
    private final Crossings crossings;
    private final Subscriptions subscriptions;
    private final Shard[] shards;

    Sessions(Crossings crossings, Subscriptions subscriptions, Shard[] shards) {
        this.crossings = crossings;
        this.subscriptions = subscriptions;
        this.shards = shards;
    }

    boolean withdrawSome(Session session, Turn turn) {
        List<Parked> some = session.stillParked(Shard.BATCH);
        for (Parked parked : some) {
            parked.shard().inside(() -> {
                parked.shard().catchUp(turn);
                if (parked.isParked()) {
                    parked.cancel(turn);
                }
            });
        }
        return !some.isEmpty();
    }

    void beginEnd(Session session, Turn turn) {
        crossings.sessions().remove(session.id());
        unsubscribe(session);
        for (Waiter waiter : session.waiters()) {
            waiter.shard().inside(() -> waiter.abandon(turn));
        }
    }

    private void unsubscribe(Session session) {
        List<Subscriber> others = new ArrayList<>();
        for (Subscriber each : session.subscriptions()) {
            session.unsubscribe(each.what);
            if (each.what.kind() == Subscription.Kind.OBSERVE) {
                Shard shard = shards[each.what.name().shard()];
                shard.inside(() -> Election.remove(each, shard));
            } else {
                others.add(each);
            }
        }
        for (int from = 0; from < others.size(); from += Shard.BATCH) {
            subscriptions.removeAll(others.subList(from, Math.min(from + Shard.BATCH, others.size())));
        }
    }

    /** The session ends in as many of its shards as a batch of claims takes. Tells whether there are more. */
    boolean endNext(Session session, Turn turn) {
        int ended = 0;
        while (session.touchedShards() != 0 && ended < Shard.BATCH) {
            ended += endIn(shards[Long.numberOfTrailingZeros(session.touchedShards())], session, turn);
        }
        if (session.touchedShards() == 0) {
            session.forgetParked();
            return false;
        }
        return true;
    }

    private static int endIn(Shard shard, Session session, Turn turn) {
        session.leave(shard.index);
        shard.enter();
        try {
            return shard.end(session, turn);
        } finally {
            shard.leave();
        }
    }

    boolean isStateful(Session session) {
        return session.isSubscribed() || session.parkedRequests() > 0 || anyShard(session, claims -> !claims.isEmpty());
    }

    boolean holdsAny(Session session) {
        return anyShard(session, SessionClaims::holdsAny);
    }

    private boolean anyShard(Session session, Predicate<SessionClaims> test) {
        for (Shard shard : shards) {
            if (hasTouched(session, shard)) {
                shard.enter();
                try {
                    SessionClaims claims = session.claimsOrNull(shard.index);
                    if (claims != null && test.test(claims)) {
                        return true;
                    }
                } finally {
                    shard.leave();
                }
            }
        }
        return false;
    }

    private static boolean hasTouched(Session session, Shard shard) {
        return (session.touchedShards() >>> shard.index & 1) != 0;
    }
}
