package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The sessions of an engine across its shards: what they have there, and how they give it up.
 *
 * <p>A session ends in steps, so that whoever has very much does not keep others waiting. From the first step on it wins
 * nothing and hears of nothing. Then its subscriptions go, then its waits for items and barriers, then its claims in one
 * shard after another; until a claim has gone, others wait behind it as before.
 */
final class Sessions {
    /** How many subscriptions end in one step: a pattern of many tokens takes as long as ten other things. */
    static final int PLACES = Shard.BATCH / 8;

    private final Crossings crossings;
    private final Subscriptions subscriptions;
    private final Shard[] shards;

    Sessions(Crossings crossings, Subscriptions subscriptions, Shard[] shards) {
        this.crossings = crossings;
        this.subscriptions = subscriptions;
        this.shards = shards;
    }

    boolean withdrawSome(Session session, Turn turn) {
        ParkedQueue leaving = session.leaving();
        for (int i = 0; i < Shard.BATCH && leaving.peek() != null; i++) {
            withdrawNext(leaving, turn);
        }
        return leaving.peek() != null;
    }

    private static void withdrawNext(ParkedQueue leaving, Turn turn) {
        Parked<?> next = Objects.requireNonNull(leaving.peek());
        Shard shard = next.shard();
        shard.enter();
        try {
            Turn here = shard.inOrder(turn);
            if (shard.catchUp(here)) {
                leaving.remove();
                if (next.parked) {
                    next.cancel(here);
                }
            }
        } finally {
            shard.leave();
        }
    }

    /** From now on it wins nothing and hears of nothing, whatever it is still among. */
    void beginEnd(Session session) {
        crossings.leaving().put(session.id(), session);
        crossings.sessions().remove(session.id());
        session.beginEnd();
    }

    void mute(Session session, boolean muted) {
        if (!muted) {
            crossings.muted().remove(session.id());
        } else if (session.isHere()) {
            crossings.muted().put(session.id(), session);
        }
    }

    /** The session gives up a batch of what it has. Tells whether there is more. */
    boolean endNext(Session session, Turn turn) {
        if (unsubscribe(session, PLACES) == PLACES) {
            return true;
        }
        int most = Shard.BATCH;
        most -= abandon(session, most, turn);
        while (most > 0 && session.touchedShards() != 0) {
            most -= endIn(shards[Long.numberOfTrailingZeros(session.touchedShards())], session, most, turn);
        }
        boolean isOver = most > 0;
        if (isOver) {
            session.finishEnd();
            crossings.muted().remove(session.id());
            crossings.names().remove(session.id());
            crossings.leaving().remove(session.id());
        }
        return !isOver;
    }

    /** Leaves the places of at most so many subscriptions, and returns how many that were. */
    private int unsubscribe(Session session, int most) {
        List<Subscriber> some = session.subscriptionsUpTo(most);
        List<Subscriber> patterns = new ArrayList<>();
        for (Subscriber each : some) {
            session.unsubscribe(each.what);
            if (each.what.crossesShards()) {
                patterns.add(each);
            } else {
                Shard shard = shards[each.what.name().shard()];
                shard.inside(() -> leaveShard(each, shard));
            }
        }
        subscriptions.removePatterns(patterns);
        return some.size();
    }

    private void leaveShard(Subscriber place, Shard shard) {
        if (place.what.kind() == Subscription.Kind.OBSERVE) {
            Observers.remove(place, shard);
        } else {
            subscriptions.removeName(place, shard);
        }
    }

    /** At most so many of its waits for items and barriers end. Returns how many that were. */
    private static int abandon(Session session, int most, Turn turn) {
        ParkedQueue leaving = session.leaving();
        int left = most;
        for (Parked<?> next = leaving.peek(); left > 0 && next != null; next = leaving.peek()) {
            left -= abandonInOneShard(leaving, next.shard(), left, turn);
        }
        return most - left;
    }

    private static int abandonInOneShard(ParkedQueue leaving, Shard shard, int most, Turn turn) {
        int gone = 0;
        shard.enter();
        try {
            Turn here = shard.inOrder(turn);
            for (Parked<?> next = leaving.peek(); gone < most && next != null && next.shard() == shard; gone++) {
                leaving.remove();
                ((DataWaiter) next).abandon(here);
                next = leaving.peek();
            }
        } finally {
            shard.leave();
        }
        return gone;
    }

    private static int endIn(Shard shard, Session session, int most, Turn turn) {
        shard.enter();
        try {
            SessionClaims claims = session.claimsOrNull(shard.index);
            boolean hasAny = claims != null && !claims.isEmpty(); // where it has nothing, no time passes
            int ended = hasAny ? shard.giveUpClaims(session, most, shard.inOrder(turn)) : 0;
            if (ended < most) {
                session.forgetShard(shard.index);
            }
            return ended;
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
