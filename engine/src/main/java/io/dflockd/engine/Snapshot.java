package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.zip.CRC32;

/**
 * The whole state of an engine as bytes, and back. An engine read from a snapshot goes on exactly as the one that was
 * written would have.
 *
 * <p>The form: a magic number and a version; the last fence; the sessions; then each shard with its resources, the used
 * ones by key and the idle ones by age, each with its holders and waiters in order, and what the sessions have in the
 * shard, which refers to claims by their sequence number; last a checksum. Settings are not part of it.
 */
public final class Snapshot {
    private static final int MAGIC = 0x64666c6b; // "dflk"
    private static final int VERSION = 1;
    private static final int CHECKSUM_BYTES = 4;
    private static final long NEVER = -1;

    private Snapshot() {}

    /** Taken while nobody else uses the engine. */
    public static byte[] write(Engine engine) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            new Writer(out).write(engine);
            out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a snapshot into a new engine. The sessions come out of {@code sessions}, which a runtime uses to connect
     * them again.
     *
     * @throws IOException if the bytes are not a whole snapshot of a version that is known here
     */
    public static Engine read(byte[] bytes, Settings settings, LongFunction<Session> sessions) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (in.readInt() != MAGIC) {
            throw new IOException("not a snapshot");
        }
        int version = in.readInt();
        if (version != VERSION) {
            throw new IOException("snapshot version " + version + " is not known, only " + VERSION);
        }
        requireWhole(bytes);
        Engine engine = Engine.alone(settings, Fence.after(in.readLong()));
        new Reader(in, engine, sessions).read();
        if (in.available() != CHECKSUM_BYTES) {
            throw new IOException("the snapshot has more bytes than it should");
        }
        return engine;
    }

    private static void requireWhole(byte[] bytes) throws IOException {
        int length = bytes.length - CHECKSUM_BYTES;
        if (ByteBuffer.wrap(bytes).getInt(length) != checksum(bytes, length)) {
            throw new IOException("the snapshot is damaged");
        }
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Walks over the state. */
    private record Writer(DataOutputStream out) {
        void write(Engine engine) throws IOException {
            out.writeInt(MAGIC);
            out.writeInt(VERSION);
            out.writeLong(engine.crossings().fence().last());
            List<Session> sessions = List.copyOf(engine.crossings().sessions().values());
            out.writeInt(sessions.size());
            for (Session session : sessions) {
                writeSession(session);
            }
            for (Shard shard : engine.shards()) {
                writeShard(shard, sessions);
            }
        }

        private void writeSession(Session session) throws IOException {
            out.writeLong(session.id());
            out.writeBoolean(session.showsFence);
            out.writeBoolean(session.tagged);
            out.writeBoolean(session.stableReference != null);
            if (session.stableReference != null) {
                out.writeUTF(session.stableReference);
            }
        }

        private void writeShard(Shard shard, List<Session> sessions) throws IOException {
            out.writeBoolean(shard.draining);
            out.writeLong(shard.arrivals());
            List<FifoResource> resources = new ArrayList<>(shard.resources.values());
            resources.removeIf(resource -> !resource.inUse);
            resources.sort((one, other) -> one.key.compareTo(other.key));
            resources.addAll(shard.idle.toList());
            out.writeInt(resources.size());
            for (FifoResource resource : resources) {
                writeResource(resource);
            }
            writeClaimRefs(shard.lapsed.values().stream()
                    .flatMap(List::stream)
                    .filter(Claim::isLapsed)
                    .toList());
            for (Session session : sessions) {
                SessionClaims claims = session.claimsOrNull(shard.index);
                writeSessionClaims(claims == null ? new SessionClaims() : claims, session, shard);
            }
        }

        private void writeResource(FifoResource resource) throws IOException {
            writeKey(resource.key);
            out.writeInt(resource instanceof Semaphore semaphore ? semaphore.limit : 0);
            out.writeLong(resource.lastActivityNanos);
            List<Claim> claims = new ArrayList<>(resource.holders.inOrder().toList());
            claims.addAll(resource.waiters.toList());
            out.writeInt(claims.size());
            for (Claim claim : claims) {
                writeClaim(claim);
            }
        }

        private void writeClaim(Claim claim) throws IOException {
            Deadlines deadlines = claim.resource.shard.deadlines;
            out.writeLong(claim.sequence);
            out.writeLong(claim.session.id());
            out.writeBoolean(claim.reads);
            out.writeLong(claim.leaseSeconds);
            out.writeUTF(claim.state.name());
            out.writeBoolean(claim.parked);
            out.writeLong(claim.tag);
            out.writeBoolean(claim.showsFence);
            out.writeBoolean(claim.told);
            out.writeLong(claim.fence);
            out.writeLong(claim.salt);
            out.writeLong(claim.place() == Deadlines.NOWHERE ? NEVER : deadlines.dueAtNanos(claim));
        }

        private void writeSessionClaims(SessionClaims claims, Session session, Shard shard) throws IOException {
            writeClaimRefs(claims.all());
            writeClaimRefs(session.allParked().stream()
                    .filter(claim -> claim.parked && claim.resource.shard == shard)
                    .toList());
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

        private void writeKey(Key key) throws IOException {
            byte[] bytes = key.toBytes();
            out.writeShort(bytes.length);
            out.write(bytes);
        }
    }

    /** Builds the state up again. */
    private static final class Reader {
        private final DataInputStream in;
        private final Engine engine;
        private final LongFunction<Session> sessionOf;
        private final List<Session> sessions = new ArrayList<>();
        private final Map<Long, Session> gone = new HashMap<>();

        Reader(DataInputStream in, Engine engine, LongFunction<Session> sessionOf) {
            this.in = in;
            this.engine = engine;
            this.sessionOf = sessionOf;
        }

        void read() throws IOException {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                readSession();
            }
            for (Shard shard : engine.shards()) {
                readShard(shard);
            }
        }

        private void readSession() throws IOException {
            Session session = sessionOf.apply(in.readLong());
            engine.open(session);
            session.showsFence = in.readBoolean();
            session.tagged = in.readBoolean();
            session.stableReference = in.readBoolean() ? in.readUTF() : null;
            sessions.add(session);
        }

        private void readShard(Shard shard) throws IOException {
            shard.draining = in.readBoolean();
            shard.setArrivals(in.readLong());
            Map<Long, Claim> bySequence = new HashMap<>();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                readResource(shard, bySequence);
            }
            for (Claim claim : readClaimRefs(bySequence)) {
                shard.lapsed
                        .computeIfAbsent(claim.resource, none -> new ArrayList<>())
                        .add(claim);
            }
            for (Session session : sessions) {
                readSessionClaims(session, shard, bySequence);
            }
        }

        private void readResource(Shard shard, Map<Long, Claim> bySequence) throws IOException {
            Key key = readKey();
            int limit = in.readInt();
            FifoResource resource = limit == 0 ? new ReadWriteLock(shard, key) : new Semaphore(shard, key, limit);
            resource.lastActivityNanos = in.readLong();
            shard.resources.put(key, resource);
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
                    resource.holders.add(claim);
                }
            }
        }

        private Claim readClaim(FifoResource resource) throws IOException {
            long sequence = in.readLong();
            Session session = session(in.readLong());
            Claim claim = new Claim(session, resource, in.readBoolean(), in.readLong(), sequence);
            claim.state = readState();
            claim.parked = in.readBoolean();
            claim.tag = in.readLong();
            claim.showsFence = in.readBoolean();
            claim.told = in.readBoolean();
            claim.fence = in.readLong();
            claim.salt = in.readLong();
            long due = in.readLong();
            if (due != NEVER) {
                resource.shard.deadlines.set(claim, due);
            }
            return claim;
        }

        private Claim.State readState() throws IOException {
            String name = in.readUTF();
            try {
                return Claim.State.valueOf(name);
            } catch (IllegalArgumentException unknown) {
                throw new IOException("the snapshot has a claim in an unknown state: " + name, unknown);
            }
        }

        /** A slot may outlive its session; then only the number of the session is left. */
        private Session session(long id) {
            Session open = engine.crossings().sessions().get(id);
            return open != null ? open : gone.computeIfAbsent(id, Session::new);
        }

        private void readSessionClaims(Session session, Shard shard, Map<Long, Claim> bySequence) throws IOException {
            for (Claim claim : readClaimRefs(bySequence)) {
                session.claims(shard.index).add(claim);
            }
            readClaimRefs(bySequence).forEach(session::park);
            int entries = in.readInt();
            for (int i = 0; i < entries; i++) {
                boolean evicted = in.readBoolean();
                // An evicted claim belongs to no resource any more: it only needs one to know its key.
                Claim entry =
                        evicted ? readClaim(new Semaphore(shard, readKey(), 1)) : claim(bySequence, in.readLong());
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

        private Key readKey() throws IOException {
            byte[] bytes = new byte[in.readUnsignedShort()];
            in.readFully(bytes);
            return Key.of(bytes);
        }
    }
}
