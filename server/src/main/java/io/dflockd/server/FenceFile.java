package io.dflockd.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file behind {@code --fence-state-file}: eight bytes, the ceiling of all fences ever drawn.
 *
 * <p>It stays ours until it is closed, so that two servers never draw the same numbers. Beside it lies an empty file of the
 * same name and {@code .lock}, which is locked too: it keeps others away also while there is no file.
 */
final class FenceFile implements Closeable {
    private static final int SIZE = Long.BYTES;

    /** As many links lead to a file on Linux. */
    private static final int MAX_LINKS = 40;

    private final Path path;
    private final long ceiling;
    private @Nullable LockedFile claim; // none where no file can be made beside ours
    private @Nullable LockedFile file; // none before the first ceiling is stored
    private long stored;

    private FenceFile(Path path, @Nullable LockedFile claim, @Nullable LockedFile file, long ceiling) {
        this.path = path;
        this.claim = claim;
        this.file = file;
        this.ceiling = ceiling;
        this.stored = ceiling;
    }

    static FenceFile open(Path name) throws IOException {
        Path path = behindLinks(name);
        LockedFile claim = claim(path);
        LockedFile file = null;
        try {
            file = Files.exists(path) ? LockedFile.open(path, READ, WRITE) : null;
            return new FenceFile(path, claim, file, file == null ? 0 : read(file.channel));
        } catch (IOException | RuntimeException failed) {
            close(file);
            close(claim);
            throw failed;
        }
    }

    /** What is written must replace the file and not a link to it, which may lead nowhere yet. */
    private static Path behindLinks(Path name) throws IOException {
        Path path = name.toAbsolutePath();
        for (int links = 0; !Files.exists(path) && Files.isSymbolicLink(path); links++) {
            if (links == MAX_LINKS) {
                throw new IOException("its links lead in a circle");
            }
            path = path.resolveSibling(Files.readSymbolicLink(path));
        }
        return Files.exists(path) ? path.toRealPath() : path;
    }

    private static @Nullable LockedFile claim(Path path) throws IOException {
        Path beside = path.resolveSibling(path.getFileName() + ".lock");
        if (Files.exists(path) && !Files.exists(beside) && !Files.isWritable(beside.getParent())) {
            return null;
        }
        return LockedFile.open(beside, READ, WRITE, CREATE);
    }

    private static long read(FileChannel channel) throws IOException {
        if (channel.size() != SIZE) {
            throw new IOException("it has " + channel.size() + " bytes, not " + SIZE);
        }
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, bytes.position()) < 0) {
                throw new IOException("it was cut short while it was read");
            }
        }
        return bytes.flip().getLong();
    }

    /** The ceiling when it was opened. */
    long ceiling() {
        return ceiling;
    }

    /** Whether what is stored is still found under the name: somebody may have deleted, replaced or overwritten the file. */
    boolean isInPlace() throws IOException {
        return file != null && file.isInPlace() && holdsWhatIsStored(file) && (claim == null || claim.isInPlace());
    }

    private boolean holdsWhatIsStored(LockedFile file) throws IOException {
        return file.channel.size() == SIZE && read(file.channel) == stored;
    }

    /** On disk when it returns, under its name. */
    void store(long next) throws IOException {
        if (file != null && isInPlace()) {
            write(file, next);
        } else {
            writeAnew(next);
        }
        stored = next;
    }

    private static void write(LockedFile file, long next) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE).putLong(next).flip();
        while (bytes.hasRemaining()) {
            file.channel.write(bytes, bytes.position());
        }
        file.channel.force(true);
    }

    /** Under another name first: a crash must not leave half a file. */
    private void writeAnew(long next) throws IOException {
        if (claim != null && !claim.isInPlace()) {
            claim = replaced(claim, claim(path));
        }
        LockedFile anew = LockedFile.open(
                path.resolveSibling(path.getFileName() + ".new"), READ, WRITE, CREATE, TRUNCATE_EXISTING);
        try {
            write(anew, next);
            anew.moveTo(path);
            forceFolder();
        } catch (IOException | RuntimeException failed) {
            anew.close();
            throw failed;
        }
        file = replaced(file, anew);
    }

    private static @Nullable LockedFile replaced(@Nullable LockedFile old, @Nullable LockedFile anew)
            throws IOException {
        close(old);
        return anew;
    }

    /** The name is on disk, too. */
    private void forceFolder() throws IOException {
        try (FileChannel folder = FileChannel.open(path.getParent(), READ)) {
            folder.force(true);
        } catch (AccessDeniedException notHere) {
            // not every system lets a program open folders
        }
    }

    @Override
    public void close() throws IOException {
        close(file);
        close(claim);
    }

    private static void close(@Nullable LockedFile file) throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
