package io.dflockd.examples;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that takes a write only with a fence that is not smaller than the largest it has seen. */
final class FencedFile {
    private final Path file;
    private final Path guard;

    FencedFile(Path file) {
        this.file = file;
        this.guard = file.resolveSibling(file.getFileName() + ".guard");
    }

    /** Writes, or returns false if somebody with a newer grant has written before. */
    boolean write(String text, long fence) throws IOException {
        try (FileChannel channel = FileChannel.open(guard, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock alone = channel.lock()) {
            if (fence < latestFence() || !alone.isValid()) {
                return false;
            }
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, fence + "\n" + text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return true;
        }
    }

    /** Fence and text are replaced in one step, so neither is ever without the other. */
    private long latestFence() throws IOException {
        return Files.exists(file) ? Long.parseLong(Files.readAllLines(file).get(0)) : 0;
    }

    String read() throws IOException {
        String all = Files.readString(file);
        return all.substring(all.indexOf('\n') + 1);
    }
}
