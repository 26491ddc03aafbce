package io.dflockd.engine;

import io.dflockd.engine.Deadlines.Deadline;
import io.dflockd.protocol.Key;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Walks over the state of an engine and writes it down; {@link Snapshot} says in which form. */
record SnapshotWriter(DataOutputStream out) {
    void write(Engine engine) throws IOException {
        out.writeInt(Snapshot.MAGIC);
        out.writeInt(Snapshot.VERSION);
        writeSettings(engine.settings());
        out.writeLong(engine.crossings().fence().last());
        List<Session> sessions = inOrder(engine.crossings());
        out.writeInt(sessions.size());
        for (Session session : sessions) {
            writeSession(session, engine.crossings());
        }
        for (Shard shard : engine.shards()) {
            writeShard(shard, sessions);
        }
        writeSubscriptions(engine);
    }

    private void writeSettings(Settings settings) throws IOException {
        out.writeLong(settings.defaultLeaseSeconds());
        out.writeBoolean(settings.autoRelease());
        out.writeBoolean(settings.fenceField());
        out.writeLong(settings.maxIdleNanos());
        Limits limits = settings.limits();
        out.writeInt(limits.maxLocks());
        out.writeInt(limits.maxWaiters());
        out.writeInt(limits.maxInflight());
        out.writeInt(limits.maxKeys());
        out.writeInt(limits.maxListLength());
        out.writeInt(limits.maxSubscriptions());
    }

    private static List<Session> inOrder(Crossings crossings) {
        TreeMap<Long, Session> byId = new TreeMap<>(crossings.sessions());
        byId.putAll(crossings.leaving());
        return List.copyOf(byId.values());
    }

    private void writeSession(Session session, Crossings crossings) throws IOException {
        String name = crossings.names().get(session.id());
        boolean hasOrigin = !session.origin.equals(Origin.UNKNOWN);
        out.writeLong(session.id());
        out.writeByte(flag(session.isHere(), Snapshot.HERE)
                | flag(session.dismissed, Snapshot.DISMISSED)
                | flag(session.showsFence, Snapshot.SHOWS_FENCE)
                | flag(session.tagged, Snapshot.TAGGED)
                | flag(crossings.isMuted(session), Snapshot.MUTED)
                | flag(session.stableReference != null, Snapshot.HAS_REFERENCE)
                | flag(name != null, Snapshot.HAS_NAME)
                | flag(hasOrigin, Snapshot.HAS_ORIGIN));
        out.writeLong(session.openedNanos);
        if (hasOrigin) {
            out.writeUTF(session.origin.node());
            out.writeUTF(session.origin.address());
        }
        if (session.stableReference != null) {
            out.writeUTF(session.stableReference);
        }
        if (name != null) {
            out.writeUTF(name);
        }
    }

    private static int flag(boolean isSet, int bit) {
        return isSet ? bit : 0;
    }

    private void writeShard(Shard shard, List<Session> sessions) throws IOException {
        out.writeLong(shard.latestNanos);
        out.writeLong(shard.arrivals());
        List<FifoResource> resources = shard.resources.toList();
        resources.removeIf(resource -> !resource.inUse);
        resources.sort((one, other) -> one.key.compareTo(other.key));
        resources.addAll(shard.idle.toList());
        out.writeInt(resources.size());
        for (FifoResource resource : resources) {
            writeResource(resource);
        }
        writeClaimRefs(shard.lapsed.toList().stream()
                .flatMap(resource -> resource.lapsedHolders().stream())
                .toList());
        List<Session> present = sessions.stream()
                .filter(session -> hasAny(session.claimsOrNull(shard.index)))
                .toList();
        out.writeInt(present.size());
        for (Session session : present) {
            out.writeLong(session.id());
            writeSessionClaims(session.claims(shard.index));
        }
        writeTakenAway(shard);
        writeData(shard);
        writeObservers(shard);
    }

    private void writeTakenAway(Shard shard) throws IOException {
        out.writeInt(shard.takenAway.all().size());
        for (Map.Entry<Long, Long> each : shard.takenAway.all().entrySet()) {
            out.writeLong(each.getKey());
            out.writeLong(each.getValue());
        }
    }

    private void writeResource(FifoResource resource) throws IOException {
        writeKey(resource.key);
        if (resource instanceof Semaphore semaphore) {
            out.writeByte(Snapshot.SEMAPHORE);
            out.writeInt(semaphore.limit);
        } else {
            out.writeByte(Snapshot.READ_WRITE_LOCK);
        }
        out.writeLong(resource.lastActivityNanos);
        List<Claim> claims = new ArrayList<>(resource.holders.toList());
        claims.addAll(resource.waiters.toList());
        out.writeInt(claims.size());
        for (Claim claim : claims) {
            writeClaim(claim);
        }
    }

    private void writeClaim(Claim claim) throws IOException {
        out.writeLong(claim.sequence);
        out.writeLong(claim.session.id());
        out.writeUTF(claim.purpose().name());
        out.writeLong(claim.leaseSeconds);
        out.writeUTF(claim.state.name());
        out.writeBoolean(claim.parked);
        out.writeLong(claim.tagOrHeldSinceNanos);
        out.writeBoolean(claim.showsFence);
        out.writeBoolean(claim.told);
        out.writeBoolean(claim.reported);
        out.writeLong(claim.fence);
        out.writeLong(claim.salt()); // or since when it waits
        writeDeadline(claim, claim.resource.shard);
    }

    private static boolean hasAny(@Nullable SessionClaims claims) {
        return claims != null && !(claims.isEmpty() && claims.entries().isEmpty());
    }

    private void writeSessionClaims(SessionClaims claims) throws IOException {
        writeClaimRefs(claims.all());
        List<Claim> entries = List.copyOf(claims.entries().values());
        out.writeInt(entries.size());
        for (Claim entry : entries) {
            boolean evicted = entry.state == Claim.State.EVICTED;
            out.writeBoolean(evicted);
            if (evicted) {
                writeKey(entry.resource.key);
                writeClaim(entry);
            } else {
                out.writeLong(entry.sequence);
            }
        }
    }

    private void writeClaimRefs(List<Claim> claims) throws IOException {
        out.writeInt(claims.size());
        for (Claim claim : claims) {
            out.writeLong(claim.sequence);
        }
    }

    private void writeDeadline(Deadline deadline, Shard shard) throws IOException {
        boolean isSet = deadline.place() != Deadlines.NOWHERE;
        out.writeLong(isSet ? shard.deadlines.dueAtNanos(deadline) : Snapshot.NEVER);
    }

    private void writeData(Shard shard) throws IOException {
        List<Counter> counters = new ArrayList<>(shard.counters.inOrderOfKeys());
        counters.removeIf(counter -> counter.value == 0);
        counters.addAll(shard.zeros.toList());
        out.writeInt(counters.size());
        for (Counter counter : counters) {
            writeKey(counter.key);
            out.writeLong(counter.lastActivityNanos);
            out.writeLong(counter.value);
        }
        out.writeInt(shard.values.size());
        for (Value value : shard.values.inOrderOfKeys()) {
            writeKey(value.key);
            writeBytes(value.bytes);
            out.writeLong(value.sequence());
            out.writeLong(value.lastActivityNanos);
            writeDeadline(value, shard);
        }
        out.writeInt(shard.lists.size());
        for (ItemList list : shard.lists.inOrderOfKeys()) {
            writeList(list);
        }
        out.writeInt(shard.barriers.size());
        for (Barrier barrier : shard.barriers.inOrderOfKeys()) {
            writeKey(barrier.key);
            out.writeInt(barrier.count);
            out.writeLong(barrier.lastActivityNanos);
            writeWaiters(barrier.members.values());
        }
    }

    private void writeList(ItemList list) throws IOException {
        writeKey(list.key);
        out.writeLong(list.lastActivityNanos);
        out.writeInt(list.items.size());
        for (byte[] item : list.items.range(0, list.items.size() - 1)) {
            writeBytes(item);
        }
        writeWaiters(list.waiters.toList());
    }

    private void writeWaiters(Collection<DataWaiter> waiters) throws IOException {
        out.writeInt(waiters.size());
        for (DataWaiter waiter : waiters) {
            out.writeLong(waiter.session.id());
            out.writeUTF(waiter.command.name());
            out.writeLong(waiter.tag());
            out.writeLong(waiter.sequence());
            writeDeadline(waiter, waiter.shard());
        }
    }

    private void writeObservers(Shard shard) throws IOException {
        out.writeInt(shard.observers.size());
        for (Chain<Subscriber> observers : new TreeMap<>(shard.observers).values()) {
            writeSubscribers(observers);
        }
    }

    /** Names and patterns in one order, wherever they are kept. */
    private void writeSubscriptions(Engine engine) throws IOException {
        Map<Key, Chain<Subscriber>> watched = new TreeMap<>();
        Map<Key, Listeners> heard = new TreeMap<>();
        for (Audience audience : engine.audiences()) {
            audience.watched.forEach(watched::put);
            audience.heard.forEach(heard::put);
        }
        out.writeInt(watched.size());
        for (Chain<Subscriber> watchers : watched.values()) {
            writeSubscribers(watchers);
        }
        out.writeInt(heard.size());
        for (Listeners listeners : heard.values()) {
            writeSubscribers(listeners.alone);
            out.writeInt(listeners.groups.size());
            for (Group group : listeners.groups.values()) {
                writeSubscribers(group.members);
                out.writeLong(group.next().session.id());
            }
        }
    }

    private void writeSubscribers(Chain<Subscriber> subscribers) throws IOException {
        out.writeInt(subscribers.size());
        for (Subscriber each : subscribers.toList()) {
            out.writeLong(each.session.id());
            out.writeUTF(each.what.kind().name());
            writeKey(each.what.name());
            writeKey(each.what.group());
        }
    }

    private void writeKey(Key key) throws IOException {
        writeBytes(key.toBytes());
    }

    private void writeBytes(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
