package io.dflockd.cluster.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files and folders that nobody but their owner reads: 0600 and 0700, where the file system knows such modes. */
final class PrivateFiles {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    static FileChannel create(Path path) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return hasModes(path)
                ? FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(FILE))
                : FileChannel.open(path, options);
    }

    static void createFolder(Path path) throws IOException {
        Files.createDirectories(path);
        if (hasModes(path)) {
            Files.setPosixFilePermissions(path, FOLDER);
        }
    }

    /** Takes from all others what they may do with anything below a folder; Ratis makes its files by the umask. */
    static void tighten(Path root) throws IOException {
        if (hasModes(root)) {
            Files.walkFileTree(root, new Tightener());
        }
    }

    private static boolean hasModes(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static final class Tightener extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            return tighten(folder, FOLDER);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            return tighten(file, FILE);
        }

        /** The log deletes and renames files at any time. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            return gone(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            return failure == null ? FileVisitResult.CONTINUE : gone(failure);
        }

        private static FileVisitResult tighten(Path path, Set<PosixFilePermission> mode) throws IOException {
            try {
                if (!Files.getPosixFilePermissions(path).equals(mode)) {
                    Files.setPosixFilePermissions(path, mode);
                }
                return FileVisitResult.CONTINUE;
            } catch (NoSuchFileException e) {
                return FileVisitResult.CONTINUE;
            }
        }

        private static FileVisitResult gone(IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
