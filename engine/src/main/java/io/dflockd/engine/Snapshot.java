package io.dflockd.engine;

import io.dflockd.protocol.KeyHash;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.LongFunction;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The whole state of an engine as bytes, and back. An engine read from a snapshot goes on exactly as the one that was
 * written would have, and engines with the same inputs have the same snapshots.
 *
 * <p>The form: a magic number and a version; the settings and the last fence; the sessions, those that are about to leave
 * among them; then each shard with its time, its resources, the used ones by key and the idle ones by age, each with its
 * holders and waiters in order, what sessions have in the shard, which refers to claims by their sequence number, its data
 * and its observers; then the subscriptions; last a checksum. It is written and read shard by shard. The version before
 * can be read too, so that a server can be replaced by the next one ({@link SnapshotReaderBefore}).
 */
public final class Snapshot {
    static final int MAGIC = 0x64666c6b; // "dflk"
    static final int VERSION = 6;
    static final int VERSION_BEFORE = 5;
    static final long NEVER = -1;

    // The kinds of a resource.
    static final byte SEMAPHORE = 0;
    static final byte READ_WRITE_LOCK = 1;

    // What is so about a session, in one byte: one that has nothing costs no more than that, its number and its
    // beginning.
    static final int HERE = 1;
    static final int DISMISSED = 1 << 1;
    static final int SHOWS_FENCE = 1 << 2;
    static final int TAGGED = 1 << 3;
    static final int MUTED = 1 << 4;
    static final int HAS_REFERENCE = 1 << 5;
    static final int HAS_NAME = 1 << 6;
    static final int HAS_ORIGIN = 1 << 7;

    private Snapshot() {}

    /** Taken while nobody else uses the engine, and between two steps of a signal. The stream is not closed. */
    public static void write(Engine engine, OutputStream to) throws IOException {
        CheckedOutputStream checked = new CheckedOutputStream(to, new CRC32());
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked));
        new SnapshotWriter(out).write(engine);
        out.flush();
        int checksum = (int) checked.getChecksum().getValue();
        out.writeInt(checksum);
        out.flush();
    }

    /** The whole state as bytes in memory, for a small engine. Taken while nobody else uses it. */
    public static byte[] write(Engine engine) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(engine, bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a snapshot into a new engine, which has nothing but what it is made of here. The sessions come out of
     * {@code sessions}, which a runtime uses to connect them again. Reads to the end of the stream.
     *
     * @throws IOException if the bytes are not a whole snapshot of a version that is known here
     */
    public static Engine read(
            InputStream from, Crossings crossings, ShardGuard guard, KeyHash hash, LongFunction<Session> sessions)
            throws IOException {
        CheckedInputStream checked = new CheckedInputStream(new BufferedInputStream(from), new CRC32());
        DataInputStream in = new DataInputStream(checked);
        if (in.readInt() != MAGIC) {
            throw new IOException("not a snapshot");
        }
        Engine engine = reader(in.readInt(), in, sessions).read(crossings, guard, hash);
        int checksum = (int) checked.getChecksum().getValue();
        if (in.readInt() != checksum) {
            throw new IOException("the snapshot is damaged");
        }
        if (in.read() >= 0) {
            throw new IOException("the snapshot has more bytes than it should");
        }
        return engine;
    }

    private static SnapshotReader reader(int version, DataInputStream in, LongFunction<Session> sessions)
            throws IOException {
        return switch (version) {
            case VERSION -> new SnapshotReader(in, sessions);
            case VERSION_BEFORE -> new SnapshotReaderBefore(in, sessions);
            default ->
                throw new IOException(
                        "snapshot version " + version + " is not known, only " + VERSION_BEFORE + " and " + VERSION);
        };
    }

    /** Reads a snapshot into an engine for one thread. */
    public static Engine read(byte[] bytes, LongFunction<Session> sessions) throws IOException {
        Crossings crossings = Crossings.plain(Fence.after(0));
        return read(new ByteArrayInputStream(bytes), crossings, ShardGuard.NONE, new KeyHash(0, 0), sessions);
    }
}
