package io.dflockd.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import java.util.zip.CRC32;

/**
 * The whole state of an engine as bytes, and back. An engine read from a snapshot goes on exactly as the one that was
 * written would have.
 *
 * <p>The form: a magic number and a version; the last fence; the sessions; then each shard with its resources, the used
 * ones by key and the idle ones by age, each with its holders and waiters in order, what the sessions have in the shard,
 * which refers to claims by their sequence number, its data and its observers; then the subscriptions; last a checksum.
 * Settings are not part of it.
 */
public final class Snapshot {
    static final int MAGIC = 0x64666c6b; // "dflk"
    static final int VERSION = 5;
    private static final int CHECKSUM_BYTES = 4;
    static final long NEVER = -1;

    private Snapshot() {}

    /** Taken while nobody else uses the engine, and no session is in the midst of its end. */
    public static byte[] write(Engine engine) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            new SnapshotWriter(out).write(engine);
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
        new SnapshotReader(in, engine, sessions).read();
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
}
