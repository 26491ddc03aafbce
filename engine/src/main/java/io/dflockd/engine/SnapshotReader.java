package io.dflockd.engine;

import io.dflockd.engine.Deadlines.Deadline;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Builds the state of an engine up again from what {@link SnapshotWriter} wrote. */
final class SnapshotReader {
    private final DataInputStream in;
    private final LongFunction<Session> sessionOf;
    private final Map<Long, Session> gone = new HashMap<>();

    @SuppressWarnings("NullAway.Init") // made of the first that is read
    private Engine engine;

    SnapshotReader(DataInputStream in, LongFunction<Session> sessionOf) {
        this.in = in;
        this.sessionOf = sessionOf;
    }

    Engine read(Crossings crossings, ShardGuard guard, KeyHash hash) throws IOException {
        engine = new Engine(readSettings(), crossings, guard, hash);
        engine.raiseFence(in.readLong());
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            readSession();
        }
        for (Shard shard : engine.shards()) {
            readShard(shard);
        }
        readSubscriptions(engine.subscriptions());
        return engine;
    }

    private Settings readSettings() throws IOException {
        long lease = in.readLong();
        boolean autoRelease = in.readBoolean();
        boolean fenceField = in.readBoolean();
        long maxIdleNanos = in.readLong();
        Limits limits = Limits.DEFAULT
                .withMaxLocks(in.readInt())
                .withMaxWaiters(in.readInt())
                .withMaxInflight(in.readInt())
                .withMaxKeys(in.readInt())
                .withMaxListLength(in.readInt())
                .withMaxSubscriptions(in.readInt());
        return Settings.restored(lease, limits, autoRelease, fenceField, maxIdleNanos);
    }

    private void readSession() throws IOException {
        Session session = sessionOf.apply(in.readLong());
        if (in.readBoolean()) {
            engine.open(session);
        } else {
            session.beginEnd();
            engine.crossings().leaving().put(session.id(), session);
        }
        session.dismissed = in.readBoolean();
        session.showsFence = in.readBoolean();
        session.tagged = in.readBoolean();
        session.muted = in.readBoolean();
        session.stableReference = in.readBoolean() ? in.readUTF() : null;
    }

    private void readShard(Shard shard) throws IOException {
        shard.latestNanos = in.readLong();
        shard.setArrivals(in.readLong());
        Map<Long, Claim> bySequence = new HashMap<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            readResource(shard, bySequence);
        }
        for (Claim claim : readClaimRefs(bySequence)) {
            shard.noteLapse(claim.resource);
        }
        shard.resources.toList().forEach(FifoResource::noteUnserved);
        int sessions = in.readInt();
        for (int i = 0; i < sessions; i++) {
            readSessionClaims(session(in.readLong()), shard, bySequence);
        }
        readData(shard);
        readObservers(shard);
    }

    private void readResource(Shard shard, Map<Long, Claim> bySequence) throws IOException {
        Key key = readKey();
        int limit = in.readInt();
        FifoResource resource = limit == 0 ? new ReadWriteLock(shard, key) : new Semaphore(shard, key, limit);
        resource.lastActivityNanos = in.readLong();
        shard.resources.put(resource);
        int count = in.readInt();
        if (count == 0) {
            shard.enterIdle(resource);
            return;
        }
        resource.inUse = engine.crossings().inUse().takeBelow(Integer.MAX_VALUE);
        for (int i = 0; i < count; i++) {
            Claim claim = readClaim(resource);
            bySequence.put(claim.sequence, claim);
            if (claim.state == Claim.State.QUEUED) {
                resource.waiters.addLast(claim);
            } else {
                resource.holders.addLast(claim);
            }
        }
    }

    private Claim readClaim(FifoResource resource) throws IOException {
        long sequence = in.readLong();
        Session session = session(in.readLong());
        Claim claim = new Claim(session, resource, in.readBoolean(), in.readBoolean(), in.readLong(), sequence);
        claim.state = readOneOf(Claim.State.class);
        claim.parked = in.readBoolean();
        claim.tagOrHeldSinceNanos = in.readLong();
        claim.showsFence = in.readBoolean();
        claim.told = in.readBoolean();
        claim.reported = in.readBoolean();
        claim.fence = in.readLong();
        claim.salt = in.readLong();
        readDeadline(claim, resource.shard);
        return claim;
    }

    private <E extends Enum<E>> E readOneOf(Class<E> type) throws IOException {
        String name = in.readUTF();
        try {
            return Enum.valueOf(type, name);
        } catch (IllegalArgumentException unknown) {
            throw new IOException("the snapshot has an unknown " + type.getSimpleName() + ": " + name, unknown);
        }
    }

    private void readDeadline(Deadline deadline, Shard shard) throws IOException {
        long due = in.readLong();
        if (due != Snapshot.NEVER) {
            shard.deadlines.set(deadline, due);
        }
    }

    /** A slot may outlive its session; then only the number of the session is left. */
    private Session session(long id) {
        Session open = engine.crossings().sessions().get(id);
        Session known = open != null ? open : engine.crossings().leaving().get(id);
        return known != null ? known : gone.computeIfAbsent(id, Session::new);
    }

    private void readSessionClaims(Session session, Shard shard, Map<Long, Claim> bySequence) throws IOException {
        for (Claim claim : readClaimRefs(bySequence)) {
            session.claims(shard.index).add(claim);
            if (claim.parked) {
                session.park(claim);
            }
        }
        int entries = in.readInt();
        for (int i = 0; i < entries; i++) {
            boolean evicted = in.readBoolean();
            // An evicted claim belongs to no resource any more: it only needs one to know its key.
            Claim entry = evicted ? readClaim(new Semaphore(shard, readKey(), 1)) : claim(bySequence, in.readLong());
            session.claims(shard.index).enter(entry);
        }
    }

    private List<Claim> readClaimRefs(Map<Long, Claim> bySequence) throws IOException {
        int count = in.readInt();
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            claims.add(claim(bySequence, in.readLong()));
        }
        return claims;
    }

    private static Claim claim(Map<Long, Claim> bySequence, long sequence) throws IOException {
        Claim claim = bySequence.get(sequence);
        if (claim == null) {
            throw new IOException("the snapshot refers to claim " + sequence + ", which it does not have");
        }
        return claim;
    }

    private void readData(Shard shard) throws IOException {
        int counters = in.readInt();
        for (int i = 0; i < counters; i++) {
            Counter counter = restore(new Counter(shard, readKey()), shard.counters);
            counter.value = in.readLong();
            counter.joinZeros();
        }
        int values = in.readInt();
        for (int i = 0; i < values; i++) {
            Value value = restore(new Value(shard, readKey(), readBytes(), in.readLong()), shard.values);
            readDeadline(value, shard);
        }
        int lists = in.readInt();
        for (int i = 0; i < lists; i++) {
            readList(shard);
        }
        int barriers = in.readInt();
        for (int i = 0; i < barriers; i++) {
            readBarrier(shard);
        }
    }

    private <T extends Datum<T>> T restore(T datum, Shelf<T> shelf) throws IOException {
        datum.lastActivityNanos = in.readLong();
        engine.crossings().keys().takeBelow(Integer.MAX_VALUE);
        shelf.restore(datum);
        return datum;
    }

    private void readList(Shard shard) throws IOException {
        ItemList list = restore(new ItemList(shard, readKey()), shard.lists);
        int items = in.readInt();
        for (int i = 0; i < items; i++) {
            list.items.addLast(readBytes());
        }
        readWaiters(list).forEach(list.waiters::addLast);
    }

    private void readBarrier(Shard shard) throws IOException {
        Barrier barrier = restore(new Barrier(shard, readKey(), in.readInt()), shard.barriers);
        for (Waiter member : readWaiters(barrier)) {
            barrier.members.put(member.session.id(), member);
        }
    }

    private List<Waiter> readWaiters(WaitingRoom room) throws IOException {
        int count = in.readInt();
        List<Waiter> waiters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Session session = session(in.readLong());
            Waiter waiter = new Waiter(room, session, readOneOf(Command.class), in.readLong(), in.readLong());
            readDeadline(waiter, room.shard());
            session.park(waiter);
            waiters.add(waiter);
        }
        return waiters;
    }

    private void readObservers(Shard shard) throws IOException {
        int keys = in.readInt();
        for (int i = 0; i < keys; i++) {
            for (Subscriber observer : readSubscribers()) {
                Election.add(observer, shard);
            }
        }
    }

    private void readSubscriptions(Subscriptions all) throws IOException {
        int watched = in.readInt();
        for (int i = 0; i < watched; i++) {
            readSubscribers().forEach(all::add);
        }
        int channels = in.readInt();
        for (int i = 0; i < channels; i++) {
            readSubscribers().forEach(all::add);
            int groups = in.readInt();
            for (int j = 0; j < groups; j++) {
                readGroup(all);
            }
        }
    }

    private void readGroup(Subscriptions all) throws IOException {
        List<Subscriber> members = readSubscribers();
        members.forEach(all::add);
        long next = in.readLong();
        for (Subscriber member : members) {
            if (member.session.id() == next) {
                all.group(member).setNext(member);
            }
        }
    }

    private List<Subscriber> readSubscribers() throws IOException {
        int count = in.readInt();
        List<Subscriber> subscribers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Session session = session(in.readLong());
            Subscription what = new Subscription(readOneOf(Subscription.Kind.class), readKey(), readKey());
            subscribers.add(session.restore(what));
        }
        return subscribers;
    }

    private Key readKey() throws IOException {
        return Key.of(readBytes());
    }

    private byte[] readBytes() throws IOException {
        int length = in.readInt();
        byte[] bytes = length < 0 ? new byte[0] : in.readNBytes(length);
        if (bytes.length != length) {
            throw new IOException("a text of " + length + " bytes is not whole");
        }
        return bytes;
    }
}
