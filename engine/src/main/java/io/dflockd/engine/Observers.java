package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Push.LeaderEvent;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/**
 * Those who observe an election, and what they hear about its leader. An election is a lock, whose one holder leads; it
 * differs only in what others are told.
 */
final class Observers {
    private Observers() {}

    /** {@code observe}: whoever leads now is the first thing to hear of. */
    static void observe(Call call) {
        Shard shard = call.shard();
        Subscriber added = call.session()
                .subscribe(
                        Subscription.observe(call.key()),
                        call.settings(),
                        call.shard().crossings.maps());
        if (added != null) {
            add(added, shard);
        }
        call.answer(Status.OK);
        Claim leader = leader(shard.resources.get(call.key()));
        if (added != null && leader != null) {
            leader.reported = true;
            call.turn().outbox().push(added.session, Push.leader(LeaderEvent.ELECTED, call.key()));
        }
    }

    private static @Nullable Claim leader(@Nullable FifoResource resource) {
        return resource == null || !resource.hasLeader() ? null : resource.holders.firstOrNull();
    }

    /** {@code unobserve} */
    static void unobserve(Call call) {
        Subscriber observer = call.session().unsubscribe(Subscription.observe(call.key()));
        if (observer != null) {
            remove(observer, call.shard());
        }
        call.answer(Status.OK);
    }

    static void add(Subscriber observer, Shard shard) {
        shard.observers
                .computeIfAbsent(observer.what.name(), none -> new Chain<>())
                .addLast(observer);
    }

    static void remove(Subscriber observer, Shard shard) {
        Key key = observer.what.name();
        Chain<Subscriber> observers = shard.observers.get(key);
        if (observers != null) {
            observers.remove(observer);
            if (observers.isEmpty()) {
                shard.observers.remove(key);
            }
        }
    }

    /** A newcomer found the slot free. */
    static void won(Claim claim, Turn turn) {
        if (claim.elects) {
            tellOthers(claim, turn);
        }
    }

    /** A waiter got the slot. */
    static void tookOver(Claim claim, Turn turn) {
        claim.reported = tell(LeaderEvent.FAILOVER, claim.resource, turn);
        if (claim.elects) {
            tellOthers(claim, turn);
        }
    }

    /** Tells every observer of the key, and whether there are any. */
    static boolean tell(LeaderEvent event, FifoResource resource, Turn turn) {
        Chain<Subscriber> observers = observers(resource);
        if (observers == null) {
            return false;
        }
        Push push = Push.leader(event, resource.key);
        for (Subscriber each = observers.firstOrNull(); each != null; each = each.next) {
            tell(each.session, push, resource.shard, turn);
        }
        return true;
    }

    private static void tellOthers(Claim winner, Turn turn) {
        Chain<Subscriber> observers = observers(winner.resource);
        if (observers == null) {
            return;
        }
        Push push = Push.leader(LeaderEvent.ELECTED, winner.resource.key);
        for (Subscriber each = observers.firstOrNull(); each != null; each = each.next) {
            if (each.session != winner.session) {
                tell(each.session, push, winner.resource.shard, turn);
            }
        }
    }

    private static void tell(Session observer, Push push, Shard shard, Turn turn) {
        if (!shard.hasEnded(observer)) {
            turn.outbox().push(observer, push);
        }
    }

    private static @Nullable Chain<Subscriber> observers(FifoResource resource) {
        boolean anybody = resource.hasLeader() && !resource.shard.observers.isEmpty();
        return anybody ? resource.shard.observers.get(resource.key) : null;
    }
}
