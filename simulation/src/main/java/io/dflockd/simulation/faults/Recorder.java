package io.dflockd.simulation.faults;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/** Writes a history while it happens, for all clients, and has the clock that they go by. */
final class Recorder implements AutoCloseable {
    private final BufferedWriter file;
    private final long originNanos = System.nanoTime();
    private final LongAdder answers = new LongAdder();

    Recorder(Path path) throws IOException {
        file = Files.newBufferedWriter(path);
    }

    /** Since this recorder was made. */
    long nowNanos() {
        return System.nanoTime() - originNanos;
    }

    void note(Exchange exchange) {
        write(exchange.toLine());
        if (!exchange.isUnknown()) {
            answers.increment();
        }
    }

    void note(String node, String what) {
        write(new Incident(nowNanos(), node, what).toLine());
    }

    /** How many requests have been answered. */
    long answers() {
        return answers.sum();
    }

    private synchronized void write(String line) {
        try {
            file.write(line);
            file.newLine();
        } catch (IOException failed) {
            throw new UncheckedIOException("the history cannot be written", failed);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
