package io.dflockd.server;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * An open file that no other server has open, neither in this process nor in another, by whatever name.
 *
 * <p>The lock of the system belongs to the file and not to its name, and to the whole process: it is lost when
 * <em>any</em> channel of the file is closed. So whoever asks in vain within this process must not even open it.
 */
final class LockedFile implements Closeable {
    private static final Set<Object> OPEN_HERE = new HashSet<>();

    final FileChannel channel;
    private final Object identity;
    private Path path;

    private LockedFile(Path path, FileChannel channel, Object identity) {
        this.path = path;
        this.channel = channel;
        this.identity = identity;
    }

    static LockedFile open(Path path, OpenOption... options) throws IOException {
        synchronized (OPEN_HERE) {
            if (Files.exists(path) && OPEN_HERE.contains(identityOf(path))) {
                throw isInUse();
            }
            FileChannel channel = FileChannel.open(path, Set.of(options));
            try {
                lock(channel);
                LockedFile opened = new LockedFile(path, channel, identityOf(path));
                OPEN_HERE.add(opened.identity);
                return opened;
            } catch (IOException | RuntimeException failed) {
                channel.close();
                throw failed;
            }
        }
    }

    private static void lock(FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw isInUse();
            }
        } catch (OverlappingFileLockException heldInThisProcess) {
            throw isInUse();
        }
    }

    private static IOException isInUse() {
        return new IOException("another server is using it");
    }

    /** What all names of a file share, and no two files. */
    private static Object identityOf(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toRealPath() : key; // not every system has keys
    }

    /** Whether it is still the file that its name leads to. */
    boolean isInPlace() throws IOException {
        try {
            return identity.equals(identityOf(path));
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    /** Takes the place of whatever has that name now. */
    void moveTo(Path name) throws IOException {
        Files.move(path, name, StandardCopyOption.ATOMIC_MOVE);
        path = name;
    }

    @Override
    public void close() throws IOException {
        synchronized (OPEN_HERE) {
            if (channel.isOpen()) {
                OPEN_HERE.remove(identity);
                channel.close();
            }
        }
    }
}
