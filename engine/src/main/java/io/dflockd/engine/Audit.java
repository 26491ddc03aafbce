package io.dflockd.engine;

import io.dflockd.engine.Claim.State;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the state of an engine is one that the rules allow. A state that is not is our bug, so it is said with
 * the values that disagree and not repaired.
 */
public final class Audit {
    /** A hash that spreads keys by chance puts this many into one place once in a very long life. */
    static final int LONGEST_CHAIN = 32;

    private final Engine engine;
    private final Set<Long> fences = new HashSet<>();
    private final DataAudit data;
    private int inUse;
    private int idle;

    private Audit(Engine engine) {
        this.engine = engine;
        this.data = new DataAudit(engine);
    }

    /** Looks at everything, while nobody else uses the engine. */
    public static void check(Engine engine) {
        new Audit(engine).check();
    }

    private void check() {
        for (Shard shard : engine.shards()) {
            checkShard(shard);
        }
        require(
                inUse == engine.crossings().inUse().count(),
                "resources in use",
                inUse,
                engine.crossings().inUse().count());
        require(
                idle == engine.crossings().idle().count(),
                "idle resources",
                idle,
                engine.crossings().idle().count());
        for (Session session : engine.crossings().sessions().values()) {
            checkSession(session);
        }
        data.checkSums();
        SubscriptionAudit.check(engine);
    }

    private void checkShard(Shard shard) {
        require(shard.deadlines.isSound(), "the order of deadlines in shard", shard.index, null);
        require(shard.longestChain() < LONGEST_CHAIN, "keys crowd in shard", shard.index, shard.longestChain());
        int idleBefore = idle;
        int due = 0;
        for (FifoResource resource : shard.resources.toList()) {
            require(resource.key.shard() == shard.index, "the shard of key", resource.key, shard.index);
            require(resource.inUse != resource.isIdle(), "the use of", resource.key, resource.inUse);
            inUse += resource.inUse ? 1 : 0;
            idle += resource.inUse ? 0 : 1;
            due += checkResource(resource);
        }
        shard.unserved.forEach((key, resource) ->
                require(shard.resources.get(key) == resource, "somebody who is not served at", key, resource));
        due += data.check(shard);
        require(due == shard.deadlines.size(), "deadlines", due, shard.deadlines.size());
        require(shard.idle.size() == idle - idleBefore, "idle resources in shard", shard.index, shard.idle.size());
    }

    /** Returns how many of its claims have a deadline. */
    private int checkResource(FifoResource resource) {
        checkHolders(resource);
        int due = 0;
        long previous = -1;
        for (Claim holder = resource.holders.firstOrNull(); holder != null; holder = holder.next) {
            require(
                    holder.state == State.HELD && !holder.parked,
                    "the state of a holder of",
                    resource.key,
                    holder.state);
            require(fences.add(holder.fence), "a fence is used twice on", resource.key, holder.fence);
            require(
                    Long.compareUnsigned(previous, holder.fence) < 0 || previous == -1,
                    "fence order of",
                    resource.key,
                    holder.fence);
            require(
                    !holder.isLapsed() || resource.waiters.isEmpty(),
                    "someone lapsed while others wait for",
                    resource.key,
                    holder.fence);
            require(
                    !holder.isLapsed() || resource.holders.lapsed > 0,
                    "a forgotten lapse of",
                    resource.key,
                    holder.fence);
            require(
                    isKnown(holder) || !isOpen(holder.session),
                    "a session does not know its claim to",
                    resource.key,
                    holder.session);
            previous = holder.fence;
            due += holder.isLapsed() ? 0 : 1;
        }
        long arrived = -1;
        for (Claim waiter = resource.waiters.firstOrNull(); waiter != null; waiter = waiter.next) {
            require(waiter.state == State.QUEUED, "the state of a waiter for", resource.key, waiter.state);
            require(waiter.parked || waiter.isEntry, "nobody asks for a waiter of", resource.key, waiter.sequence);
            require(waiter.sequence > arrived, "the order of arrival at", resource.key, waiter.sequence);
            require(isThere(waiter.session), "a waiter without session for", resource.key, waiter.session);
            require(isKnown(waiter), "a session does not know its claim to", resource.key, waiter.session);
            boolean isDue = waiter.place() != Deadlines.NOWHERE;
            require(isDue == waiter.parked, "the patience of a waiter for", resource.key, waiter.sequence);
            arrived = waiter.sequence;
            due += isDue ? 1 : 0;
        }
        return due;
    }

    private void checkHolders(FifoResource resource) {
        boolean isUnserved = resource.shard.unserved.get(resource.key) == resource;
        require(resource.mayServe() == isUnserved, "the first waiter could enter", resource.key, isUnserved);
        int holders = resource.holders.size();
        if (resource instanceof Semaphore semaphore) {
            require(holders <= semaphore.limit, "too many holders of", resource.key, holders);
        }
        if (resource instanceof ReadWriteLock lock) {
            for (Claim each = lock.holders.firstOrNull(); each != null; each = each.next) {
                require(each.reads || holders == 1, "a writer in company on", resource.key, holders);
            }
        }
    }

    private void checkSession(Session session) {
        for (Shard shard : engine.shards()) {
            SessionClaims claims = session.claimsOrNull(shard.index);
            if (claims == null) {
                continue;
            }
            for (Claim claim : claims.all()) {
                require(claim.session == session, "a stranger's claim in", session, claim.session);
                require(
                        claim.state == State.QUEUED || claim.state == State.HELD,
                        "an ended claim in",
                        session,
                        claim.state);
                require(
                        !claim.parked || session.parked(claim.tag()) == claim,
                        "a parked request of",
                        session,
                        claim.tag());
            }
            claims.entries().forEach((key, entry) -> {
                require(entry.isEntry && entry.resource.key.equals(key), "an entry of", session, key);
                require(entry.state != State.GONE, "an entry for something gone in", session, key);
            });
        }
    }

    private static boolean isKnown(Claim claim) {
        return claim.placeInSession != SessionClaims.NOWHERE;
    }

    private boolean isOpen(Session session) {
        return isOpen(session, engine);
    }

    private boolean isThere(Session session) {
        return isThere(session, engine);
    }

    /** Whether it is open, or on its way out. */
    static boolean isThere(Session session, Engine engine) {
        return session.presence == Session.Presence.LEAVING || isOpen(session, engine);
    }

    private static boolean isOpen(Session session, Engine engine) {
        return engine.crossings().sessions().get(session.id()) == session;
    }

    static void require(boolean holds, String what, @Nullable Object one, @Nullable Object other) {
        if (!holds) {
            throw new IllegalStateException("broken invariant: " + what + " " + one + " (" + other + ")");
        }
    }
}
