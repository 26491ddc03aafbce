package io.dflockd.cluster.log;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A machine whose state is the list of all entries, as text. */
final class RecordingMachine implements LogMachine {
    private final List<String> entries = new ArrayList<>();
    final List<Leadership> leaderships = new CopyOnWriteArrayList<>();
    final List<String> fatal = new CopyOnWriteArrayList<>();
    volatile Function<String, CompletableFuture<String>> answers =
            message -> CompletableFuture.completedFuture("echo " + message);
    volatile @Nullable RuntimeException failure;
    volatile Runnable beforeApply = () -> {};
    volatile boolean refusesSnapshots;
    volatile int snapshotsRead;
    volatile int snapshotsWritten;

    @Override
    public void apply(long index, byte[] entry) {
        beforeApply.run();
        add(entry);
    }

    private synchronized void add(byte[] entry) {
        RuntimeException planned = failure;
        if (planned != null) {
            throw planned;
        }
        entries.add(text(entry));
    }

    synchronized List<String> entries() {
        return List.copyOf(entries);
    }

    @Override
    public synchronized void writeSnapshot(OutputStream to) throws IOException {
        if (refusesSnapshots) {
            throw new IOException("no snapshot, says the test");
        }
        DataOutputStream out = new DataOutputStream(to);
        out.writeInt(entries.size());
        for (String entry : entries) {
            byte[] content = bytes(entry);
            out.writeInt(content.length);
            out.write(content);
        }
        out.flush();
        snapshotsWritten++;
    }

    @Override
    public synchronized void readSnapshot(long index, InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        entries.clear();
        for (int left = in.readInt(); left > 0; left--) {
            entries.add(text(in.readNBytes(in.readInt())));
        }
        snapshotsRead++;
    }

    @Override
    public CompletableFuture<byte[]> onMessage(byte[] message) {
        return answers.apply(text(message)).thenApply(RecordingMachine::bytes);
    }

    @Override
    public void leadershipChanged(Leadership now) {
        leaderships.add(now);
    }

    @Override
    public void onFatal(String sentence, @Nullable Throwable cause) {
        fatal.add(sentence);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
