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
import java.util.Objects;
import java.util.function.LongFunction;

/** Builds the state of an engine up again from what {@link SnapshotWriter} wrote. */
class SnapshotReader {
    final DataInputStream in;
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
        readSubscriptions();
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
        int flags = readSessionFlags();
        long openedNanos = readOpenedNanos();
        Origin origin = isSet(flags, Snapshot.HAS_ORIGIN) ? new Origin(in.readUTF(), in.readUTF()) : Origin.UNKNOWN;
        if (isSet(flags, Snapshot.HERE)) {
            engine.open(session, origin, openedNanos);
        } else {
            session.origin = origin;
            session.openedNanos = openedNanos;
            session.beginEnd();
            engine.crossings().leaving().put(session.id(), session);
        }
        session.dismissed = isSet(flags, Snapshot.DISMISSED);
        session.showsFence = isSet(flags, Snapshot.SHOWS_FENCE);
        session.tagged = isSet(flags, Snapshot.TAGGED);
        if (isSet(flags, Snapshot.MUTED)) {
            engine.crossings().muted().put(session.id(), session);
        }
        session.stableReference = isSet(flags, Snapshot.HAS_REFERENCE) ? in.readUTF() : null;
        if (isSet(flags, Snapshot.HAS_NAME)) {
            engine.crossings().names().put(session.id(), in.readUTF());
        }
    }

    int readSessionFlags() throws IOException {
        return in.readUnsignedByte();
    }

    long readOpenedNanos() throws IOException {
        return in.readLong();
    }

    private static boolean isSet(int flags, int bit) {
        return (flags & bit) != 0;
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
        readTakenAway(shard);
        readData(shard);
        readObservers(shard);
    }

    void readTakenAway(Shard shard) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            shard.takenAway.add(in.readLong(), in.readLong());
        }
    }

    private void readResource(Shard shard, Map<Long, Claim> bySequence) throws IOException {
        Key key = readKey();
        FifoResource resource = readKind(shard, key);
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

    FifoResource readKind(Shard shard, Key key) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case Snapshot.SEMAPHORE -> new Semaphore(shard, key, in.readInt());
            case Snapshot.READ_WRITE_LOCK -> new ReadWriteLock(shard, key);
            default -> throw new IOException("the snapshot has a resource of unknown kind: " + kind);
        };
    }

    private Claim readClaim(FifoResource resource) throws IOException {
        long sequence = in.readLong();
        Session session = session(in.readLong());
        Claim claim = new Claim(session, resource, readPurpose(), in.readLong(), sequence);
        claim.state = readOneOf(Claim.State.class);
        claim.parked = in.readBoolean();
        claim.tagOrHeldSinceNanos = in.readLong();
        claim.showsFence = in.readBoolean();
        claim.told = in.readBoolean();
        claim.reported = in.readBoolean();
        readToken(claim);
        readDeadline(claim, resource.shard);
        return claim;
    }

    Claim.Purpose readPurpose() throws IOException {
        return readOneOf(Claim.Purpose.class);
    }

    /** Of a holder its token; of a waiter, in the place of the salt, since when it waits. */
    void readToken(Claim claim) throws IOException {
        claim.setToken(in.readLong(), in.readLong());
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
        for (DataWaiter member : readWaiters(barrier)) {
            barrier.members.put(member.session.id(), member);
        }
    }

    private List<DataWaiter> readWaiters(WaitingRoom room) throws IOException {
        int count = in.readInt();
        List<DataWaiter> waiters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Session session = session(in.readLong());
            DataWaiter waiter = new DataWaiter(room, session, readOneOf(Command.class), in.readLong(), in.readLong());
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
                Observers.add(observer, shard);
            }
        }
    }

    private void readSubscriptions() throws IOException {
        int watched = in.readInt();
        for (int i = 0; i < watched; i++) {
            readSubscribers().forEach(this::add);
        }
        int channels = in.readInt();
        for (int i = 0; i < channels; i++) {
            readSubscribers().forEach(this::add);
            int groups = in.readInt();
            for (int j = 0; j < groups; j++) {
                readGroup();
            }
        }
    }

    private void add(Subscriber subscriber) {
        engine.subscriptions().add(subscriber, shardOf(subscriber));
    }

    private Shard shardOf(Subscriber subscriber) {
        return engine.shards()[subscriber.what.name().shard()];
    }

    private void readGroup() throws IOException {
        List<Subscriber> members = readSubscribers();
        members.forEach(this::add);
        long next = in.readLong();
        for (Subscriber member : members) {
            if (member.session.id() == next) {
                groupOf(member).setNext(member);
            }
        }
    }

    private Group groupOf(Subscriber member) {
        Listeners listeners =
                engine.subscriptions().audience(member, shardOf(member)).heard.get(member.what.name());
        return Objects.requireNonNull(listeners.groups.get(member.what.group()));
    }

    private List<Subscriber> readSubscribers() throws IOException {
        int count = in.readInt();
        List<Subscriber> subscribers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Session session = session(in.readLong());
            Subscription what = new Subscription(readOneOf(Subscription.Kind.class), readKey(), readKey());
            subscribers.add(session.restore(what, engine.crossings().maps()));
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
