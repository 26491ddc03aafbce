package io.dflockd.engine;

import io.dflockd.engine.Deadlines.Deadline;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Status;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One of the {@value Key#SHARDS} parts of the state: the keys whose hash falls here, and what they are about to do. */
final class Shard {
    /** How much may happen, whatever it is, before others get a chance to enter. */
    static final int BATCH = 512;

    final int index;
    Settings settings;
    final Crossings crossings;
    final Subscriptions subscriptions;
    final Table<FifoResource> resources;
    final Deadlines deadlines = new Deadlines();
    /** Resources with a holder whose lease is over and whom nobody waits to replace. */
    final Chain<FifoResource> lapsed = new Chain<>();
    /** Resources that nobody uses, the longest idle first. One is never in both chains, so its links serve for either. */
    final Chain<FifoResource> idle = new Chain<>();

    final Shelf<Counter> counters;
    final Shelf<Value> values;
    final Shelf<ItemList> lists;
    final Shelf<Barrier> barriers;
    /** Counters at zero, the longest idle first. */
    final Chain<Counter> zeros = new Chain<>();
    /** Who listens to and who watches names that live here. Patterns cross the shards: see {@link Subscriptions}. */
    final NameIndex<Listeners> heard = new NameIndex<>();

    final NameIndex<Chain<Subscriber>> watched = new NameIndex<>();
    final Audience audience = new Audience(heard, watched);
    /** Who wants to hear of the leader of a key. */
    final Map<Key, Chain<Subscriber>> observers = new HashMap<>();

    /** Resources that have let a batch of waiters in, while more may enter. */
    final NavigableMap<Key, FifoResource> unserved = new TreeMap<>();

    /** Grants that were taken away by force, whose holders have yet to hear of it. */
    final TakenAway takenAway = new TakenAway();

    /** The instant of the latest turn here. */
    long latestNanos;

    private final ShardGuard guard;
    private long arrivals;

    Shard(
            int index,
            Settings settings,
            Crossings crossings,
            ShardGuard guard,
            Subscriptions subscriptions,
            KeyHash hash) {
        this.index = index;
        this.settings = settings;
        this.crossings = crossings;
        this.guard = guard;
        this.subscriptions = subscriptions;
        this.resources = new Table<>(hash);
        this.counters = newShelf(hash);
        this.values = newShelf(hash);
        this.lists = newShelf(hash);
        this.barriers = newShelf(hash);
    }

    private <T extends Datum<T>> Shelf<T> newShelf(KeyHash hash) {
        return new Shelf<>(hash, crossings.keys(), () -> settings.limits().maxKeys());
    }

    /** Whatever reads or changes the shard does so between this and {@link #leave}. */
    void enter() {
        guard.enter(index);
    }

    /** Between two entries: whoever waits goes first. */
    void giveWay() {
        guard.giveWay(index);
    }

    void leave() {
        guard.leave(index, nextNanos());
    }

    void inside(Runnable work) {
        enter();
        try {
            work.run();
        } finally {
            leave();
        }
    }

    /**
     * The turn as it takes place here: time never falls. Threads that read the clock one after another may come in the
     * other order; then the later one has the instant of the earlier one.
     */
    Turn inOrder(Turn turn) {
        if (turn.nowNanos() < latestNanos) {
            return new Turn(latestNanos, turn.salts(), turn.outbox());
        }
        latestNanos = turn.nowNanos();
        return turn;
    }

    /** For {@link Audit}: how many keys a search in the worst case looks at. */
    int longestChain() {
        int ofData = Math.max(
                Math.max(counters.longestChain(), values.longestChain()),
                Math.max(lists.longestChain(), barriers.longestChain()));
        return Math.max(resources.longestChain(), ofData);
    }

    /** Whoever watches the key hears of what has just happened to it. */
    void announce(String event, Key key, Turn turn) {
        subscriptions.announce(event, key, this, turn);
    }

    long nextArrival() {
        return arrivals++;
    }

    long arrivals() {
        return arrivals;
    }

    void setArrivals(long count) {
        arrivals = count;
    }

    /** The resource of this key, used or idle. Being asked for counts as activity. */
    @Nullable
    FifoResource find(Key key, Turn turn) {
        FifoResource resource = resources.get(key);
        if (resource != null) {
            resource.lastActivityNanos = turn.nowNanos();
            if (!resource.inUse) {
                idle.remove(resource);
                idle.addLast(resource);
            }
        }
        return resource;
    }

    /** The resource of this key, once those have gone whose lease is over and the queue behind them has been served. */
    @Nullable
    FifoResource present(Key key, Turn turn) {
        FifoResource resource = find(key, turn);
        if (resource != null) {
            resource.evictLapsed(turn);
        }
        return resource;
    }

    /** Counts a resource as used: the idle one of its key, if there is one, or another in its place. */
    <R extends FifoResource> R putToUse(R resource, @Nullable FifoResource idleOne) {
        if (!crossings.inUse().takeBelow(settings.limits().maxLocks())) {
            throw new Rejected(Status.ERROR_MAX_LOCKS, "as many keys as allowed are held or waited for");
        }
        if (idleOne != null) {
            leaveIdle(idleOne);
        }
        if (idleOne != resource) {
            resources.put(resource);
        }
        resource.inUse = true;
        return resource;
    }

    /** Costs no memory: a hundred thousand leases that end together must not end in a collection. */
    void noteLapse(FifoResource resource) {
        if (resource.holders.lapsed++ == 0) {
            lapsed.addLast(resource);
        }
    }

    /** One of its holders that has lapsed leaves. */
    void forgetLapse(FifoResource resource) {
        if (--resource.holders.lapsed == 0) {
            lapsed.remove(resource);
        }
    }

    void becameIdle(FifoResource resource) {
        resource.inUse = false;
        crossings.inUse().giveBack();
        enterIdle(resource);
    }

    void enterIdle(FifoResource resource) {
        idle.addLast(resource);
        crossings.idle().takeBelow(Integer.MAX_VALUE);
    }

    private void leaveIdle(FifoResource resource) {
        idle.remove(resource);
        crossings.idle().giveBack();
    }

    void dropLongestIdle() {
        FifoResource oldest = idle.first();
        leaveIdle(oldest);
        resources.remove(oldest);
    }

    long longestIdleSinceNanos() {
        FifoResource oldest = idle.firstOrNull();
        return oldest == null ? Long.MAX_VALUE : oldest.lastActivityNanos;
    }

    /** Since when that has been idle which goes first, resource or counter. */
    long idleSinceNanos() {
        long zeroSince = zeros.isEmpty() ? Long.MAX_VALUE : zeros.first().lastActivityNanos;
        return Math.min(longestIdleSinceNanos(), zeroSince);
    }

    /** What the session of a claim has here. */
    SessionClaims claimsOf(Claim claim) {
        return Objects.requireNonNull(claim.session.claimsOrNull(index));
    }

    /**
     * Lets happen what was due, so that a request sees the state of its own instant: leases that end now are over, but
     * a wait that ends now is not, because the request may still grant it. At most a batch at a time: tells whether the
     * request may run, or has to come again because more is due.
     */
    boolean catchUp(Turn turn) {
        for (int i = 0; i < BATCH && isLate(turn); i++) {
            fire(Objects.requireNonNull(deadlines.next()), turn);
        }
        return !isLate(turn);
    }

    private boolean isLate(Turn turn) {
        long due = deadlines.nextNanos();
        return due < turn.nowNanos()
                || (due == turn.nowNanos()
                        && !Objects.requireNonNull(deadlines.next()).isWait());
    }

    /** The instant at which it next has something to do by itself. */
    long nextNanos() {
        return unserved.isEmpty() ? deadlines.nextNanos() : 0;
    }

    /** Lets a batch of due things happen, and tells whether there are more. */
    boolean passTime(Turn turn) {
        if (!unserved.isEmpty()) {
            unserved.firstEntry().getValue().admit(turn);
        } else {
            for (int i = 0; i < BATCH && deadlines.nextNanos() <= turn.nowNanos(); i++) {
                fire(Objects.requireNonNull(deadlines.next()), turn);
            }
        }
        return nextNanos() <= turn.nowNanos();
    }

    private void fire(Deadline due, Turn turn) {
        deadlines.cancel(due);
        due.expire(turn);
    }

    /** Evicts the holders of a batch of resources whose lease is over, and tells whether there are more. */
    boolean sweep(Turn turn) {
        if (!catchUp(turn)) {
            return true;
        }
        for (int i = 0; i < BATCH && !lapsed.isEmpty(); i++) {
            lapsed.first().evictLapsed(turn);
        }
        return !lapsed.isEmpty();
    }

    /**
     * Forgets a batch of the resources, and of the counters at zero, that have been idle for longer than the settings
     * say, and tells whether there are more.
     */
    boolean collect(Turn turn) {
        long before = turn.nowNanos() - settings.maxIdleNanos();
        int most = BATCH;
        while (most > 0 && longestIdleSinceNanos() < before) {
            dropLongestIdle();
            most--;
        }
        while (most > 0 && !zeros.isEmpty() && zeros.first().lastActivityNanos < before) {
            Counter oldest = zeros.first();
            zeros.remove(oldest);
            counters.remove(oldest);
            most--;
        }
        return most == 0;
    }

    /**
     * The session has ended: at most so many of its claims go, waiters and holders, then the others are served. Returns
     * how many went; if fewer than asked, none is left.
     */
    int giveUpClaims(Session session, int most, Turn turn) {
        SessionClaims claims = session.claimsOrNull(index);
        if (claims == null) {
            return 0;
        }
        List<Claim> some = claims.upTo(most);
        Set<FifoResource> left = new LinkedHashSet<>();
        Map<FifoResource, Claim> lost = new LinkedHashMap<>(); // one holder of each
        for (Claim claim : some) {
            if (claim.state == Claim.State.QUEUED) {
                claim.resource.leaveQueue(claim);
                left.add(claim.resource);
            } else if (settings.autoRelease()) {
                claim.resource.leaveHolders(claim, Claim.State.GONE);
                lost.put(claim.resource, claim);
            } else {
                claims.remove(claim); // what is still held is nobody's from now on
            }
        }
        if (claims.size() == 0) {
            claims.forgetEntries();
        }
        lost.forEach((resource, claim) -> resource.vacated(claim, turn));
        left.removeAll(lost.keySet());
        left.forEach(resource -> resource.admit(turn));
        return some.size();
    }

    /** Whether it ends, perhaps in steps: then it may still stand in queues, but wins nothing any more. */
    boolean hasEnded(Session session) {
        return !crossings.sessions().containsKey(session.id());
    }

    /** Whoever has been dismissed waits no more. */
    void dismiss(Turn turn) {
        List<FifoResource> waitedFor = resources.toList();
        waitedFor.removeIf(resource -> resource.waiters.isEmpty());
        waitedFor.sort((one, other) -> one.key.compareTo(other.key));
        waitedFor.forEach(resource -> resource.dismiss(turn));
        lists.inOrderOfKeys().forEach(list -> list.dismiss(turn));
        barriers.inOrderOfKeys().forEach(barrier -> barrier.dismiss(turn));
    }
}
