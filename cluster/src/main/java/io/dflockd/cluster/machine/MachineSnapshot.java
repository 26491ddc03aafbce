package io.dflockd.cluster.machine;

import io.dflockd.engine.Crossings;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Session;
import io.dflockd.engine.ShardGuard;
import io.dflockd.engine.Snapshot;
import io.dflockd.protocol.KeyHash;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The whole state of a machine as bytes, and back. A machine that is read back goes on as the one that was written would
 * have.
 *
 * <p>The form: a magic number, the length of the opening; the opening, which has a version, the cluster, its time and
 * settings, and the nodes with their sessions; a checksum of all that; then the snapshot of the engine, which has a
 * checksum of its own, to the end of the stream.
 */
public final class MachineSnapshot {
    private static final int MAGIC = 0x64666c6d; // "dflm"
    private static final int VERSION = 1;

    private MachineSnapshot() {}

    /** Taken between two entries. The stream is not closed. */
    public static void write(ReplicatedMachine machine, OutputStream to) throws IOException {
        byte[] opening = openingOf(machine);
        CRC32 checksum = new CRC32();
        checksum.update(opening);
        DataOutputStream out = new DataOutputStream(to);
        out.writeInt(MAGIC);
        out.writeInt(opening.length);
        out.write(opening);
        out.writeInt((int) checksum.getValue());
        out.flush();
        Snapshot.write(machine.engine, to);
    }

    private static byte[] openingOf(ReplicatedMachine machine) {
        ByteOutput out = new ByteOutput().putByte(VERSION).putShortText(machine.clusterId);
        Schedule schedule = machine.schedule;
        out.putLong(schedule.nowNanos).putLong(schedule.nextSweepNanos).putLong(schedule.nextCollectionNanos);
        out.putLong(machine.settingsNumber);
        machine.settings.writeTo(out);
        out.putLong(machine.table.lastSession).putInt(machine.table.nodes.size());
        machine.table.nodes.values().forEach(node -> write(node, out));
        return out.toBytes();
    }

    private static void write(Node node, ByteOutput out) {
        out.putShortText(node.name).putLong(node.epoch).putLong(node.sequence);
        out.putByte(node.isPresent ? 1 : 0).putByte(node.isDismissed ? 1 : 0).putInt(node.version);
        out.putInt(node.sessions.size());
        for (HostedSession session : node.sessionsInOrder()) {
            out.putLong(session.id()).putLong(session.handle());
        }
    }

    /**
     * Reads a snapshot into a new machine, to the end of the stream.
     *
     * @throws IOException if the bytes are not a whole snapshot of a version that is known here
     */
    public static ReplicatedMachine read(InputStream from, MachineListener listener, ShardGuard guard, KeyHash hash)
            throws IOException {
        ByteInput opening = new ByteInput(readOpening(new DataInputStream(from)));
        try {
            return read(opening, from, new Voice(listener), guard, hash);
        } catch (RuntimeException damaged) {
            throw new IOException("the snapshot is damaged", damaged);
        }
    }

    private static byte[] readOpening(DataInputStream in) throws IOException {
        if (in.readInt() != MAGIC) {
            throw new IOException("not a snapshot of a cluster");
        }
        int length = in.readInt();
        byte[] opening = in.readNBytes(Math.max(0, length));
        CRC32 checksum = new CRC32();
        checksum.update(opening);
        if (opening.length != length || in.readInt() != (int) checksum.getValue()) {
            throw new IOException("the snapshot is damaged");
        }
        return opening;
    }

    private static ReplicatedMachine read(ByteInput in, InputStream rest, Voice voice, ShardGuard guard, KeyHash hash)
            throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("snapshot version " + version + " is not known, only " + VERSION);
        }
        String clusterId = in.readShortText();
        Schedule schedule = new Schedule();
        schedule.nowNanos = in.readLong();
        schedule.nextSweepNanos = in.readLong();
        schedule.nextCollectionNanos = in.readLong();
        long settingsNumber = in.readLong();
        ClusterSettings settings = ClusterSettings.readFrom(in);
        NodesReader nodes = new NodesReader(in);
        Crossings crossings = ReplicatedMachine.newCrossings();
        Engine engine = Snapshot.read(rest, crossings, guard, hash, nodes::session);
        ReplicatedMachine machine = new ReplicatedMachine(voice, crossings, schedule, engine);
        machine.clusterId = clusterId;
        machine.settingsNumber = settingsNumber;
        machine.settings = settings;
        machine.table.lastSession = nodes.lastSession;
        machine.table.nodes.putAll(nodes.byName);
        return machine;
    }

    /** Two machines with the same fingerprint are in the same state. It costs as much as a snapshot. */
    public static String fingerprintOf(ReplicatedMachine machine) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            write(machine, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException | IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The nodes, and their sessions for the engine that they belong to. */
    private static final class NodesReader {
        final Map<String, Node> byName = new HashMap<>();
        final long lastSession;
        private final Map<Long, HostedSession> sessions = new HashMap<>();

        NodesReader(ByteInput in) {
            lastSession = in.readLong();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                Node node = readNode(in);
                byName.put(node.name, node);
            }
        }

        private Node readNode(ByteInput in) {
            Node node = new Node(in.readShortText());
            node.epoch = in.readLong();
            node.sequence = in.readLong();
            node.isPresent = in.readBoolean();
            node.isDismissed = in.readBoolean();
            node.version = in.readInt();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                HostedSession session = new HostedSession(in.readLong(), node.name, node.epoch, in.readLong());
                node.sessions.put(session.handle(), session);
                sessions.put(session.id(), session);
            }
            return node;
        }

        /** One that has ended, and could not end wholly because of a fault of ours, belongs to no node any more. */
        Session session(long id) {
            HostedSession hosted = sessions.get(id);
            return hosted == null ? new Session(id) : hosted;
        }
    }
}
