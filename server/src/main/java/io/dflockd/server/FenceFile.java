package io.dflockd.server;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file behind {@code --fence-state-file}: eight bytes, the ceiling of all fences ever drawn. */
final class FenceFile implements Closeable {
    private static final int SIZE = Long.BYTES;

    private final FileChannel channel;
    private final long ceiling;

    private FenceFile(FileChannel channel, long ceiling) {
        this.channel = channel;
        this.ceiling = ceiling;
    }

    /** Opens the file, or makes it; it stays ours until it is closed, so that two servers never draw the same numbers. */
    static FenceFile open(Path path) throws IOException {
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            if (!lock(channel)) {
                throw new IOException("another server is using it");
            }
            return new FenceFile(channel, read(channel));
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldInThisProcess) {
            return false;
        }
    }

    private static long read(FileChannel channel) throws IOException {
        if (channel.size() == 0) {
            return 0;
        }
        if (channel.size() != SIZE) {
            throw new IOException("it has " + channel.size() + " bytes, not " + SIZE);
        }
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {}
        return bytes.flip().getLong();
    }

    long ceiling() {
        return ceiling;
    }

    /** On disk when it returns. */
    void store(long next) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE).putLong(next).flip();
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
