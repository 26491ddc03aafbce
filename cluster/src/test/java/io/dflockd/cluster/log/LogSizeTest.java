package io.dflockd.cluster.log;

import static io.dflockd.cluster.log.RecordingMachine.bytes;
import static io.dflockd.cluster.log.RecordingMachine.text;
import static io.dflockd.cluster.log.TestNodes.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state that stays small while its log would grow without end: leases that are renewed again and again. */
class LogSizeTest {
    /** Two snapshots, the segment that is written to, and those that wait for a snapshot to be taken. */
    private static final long BOUND_BYTES = 40L << 20;

    /** What a thousand clients renew at a time. */
    private static final int ENTRY_BYTES = 64 * 1024;

    private static final int ENTRIES = 1_600;
    private static final int AT_A_TIME = 16;

    @TempDir
    Path root;

    private static final class Renewals implements LogMachine {
        private String latest = "";
        final List<String> fatal = new ArrayList<>();

        @Override
        public synchronized void apply(long index, byte[] entry) {
            latest = text(entry).substring(0, text(entry).indexOf(' '));
        }

        synchronized String latest() {
            return latest;
        }

        @Override
        public synchronized void writeSnapshot(OutputStream to) throws IOException {
            to.write(bytes(latest));
        }

        @Override
        public synchronized void readSnapshot(long index, InputStream from) throws IOException {
            latest = text(from.readAllBytes());
        }

        @Override
        public CompletableFuture<byte[]> onMessage(byte[] message) {
            return CompletableFuture.completedFuture(message);
        }

        @Override
        public void leadershipChanged(Leadership now) {}

        @Override
        public synchronized void onFatal(String sentence, @Nullable Throwable cause) {
            fatal.add(sentence);
        }
    }

    private ReplicatedLog started(Renewals machine) throws ClusterStartException {
        LogSettings settings =
                LogSettings.single("a", root.resolve("a")).minFreeBytes(1).snapshotAfter(1_000_000, 4 << 20);
        ReplicatedLog log = ReplicatedLog.start(settings, machine);
        await().atMost(PATIENCE)
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .until(() -> log.leadership().isReady());
        return log;
    }

    @Test
    @Pitfall("HA-21")
    void renewalsWithoutEndLeaveASmallDirectoryThatARestartReads() throws Exception {
        Renewals machine = new Renewals();
        ReplicatedLog log = started(machine);
        String rest = " " + "x".repeat(ENTRY_BYTES);
        long largest = 0;

        for (int n = 0; n < ENTRIES; n += AT_A_TIME) {
            List<CompletableFuture<Long>> taken = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                taken.add(log.submit(bytes(n + i + rest)));
            }
            for (CompletableFuture<Long> each : taken) {
                each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            largest = Math.max(largest, sizeOf(root));
        }

        assertThat((long) ENTRIES * ENTRY_BYTES).isGreaterThan(2 * BOUND_BYTES);
        assertThat(largest).isLessThan(BOUND_BYTES);
        assertThat(machine.fatal).isEmpty();
        log.close();
        Renewals again = new Renewals();
        started(again).close();
        assertThat(again.latest()).isEqualTo(String.valueOf(ENTRIES - 1));
    }

    /** The log deletes files at any time. */
    private static long sizeOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(LogSizeTest::lengthOf)
                    .sum();
        } catch (UncheckedIOException gone) {
            return 0;
        }
    }

    private static long lengthOf(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException gone) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
