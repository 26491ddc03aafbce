package io.dflockd.cluster.log;

import static io.dflockd.cluster.log.RecordingMachine.bytes;
import static io.dflockd.cluster.log.TestNodes.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of one: what it confirmed is there after any restart, or it does not start. */
class DurableNodeTest {
    @TempDir
    Path root;

    private RecordingMachine machine = new RecordingMachine();

    private LogSettings settings() {
        return LogSettings.single("a", root.resolve("a")).minFreeBytes(1);
    }

    private ReplicatedLog started(LogSettings settings) throws ClusterStartException {
        machine = new RecordingMachine();
        ReplicatedLog log = ReplicatedLog.start(settings, machine);
        await().atMost(PATIENCE)
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .until(() -> log.leadership().isReady());
        return log;
    }

    private static void submit(ReplicatedLog log, String entry) throws Exception {
        log.submit(bytes(entry)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Ends a node as a crash does: without a snapshot. */
    private void crash(ReplicatedLog log) throws IOException {
        machine.refusesSnapshots = true;
        log.close();
    }

    private Path onlyFile(String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .filter(file -> !file.toString().endsWith(".md5"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[at] ^= 0x10;
        Files.write(file, content);
    }

    private void refusesToStart(String reason) {
        assertThatThrownBy(() -> ReplicatedLog.start(settings(), new RecordingMachine()))
                .isInstanceOf(ClusterStartException.class)
                .message()
                .contains(reason, "Nothing was changed in it")
                .doesNotContain("\n");
    }

    @Test
    void whatWasConfirmedIsThereAfterACrashAndAfterAPlannedRestart() throws Exception {
        ReplicatedLog log = started(settings());
        submit(log, "one");
        submit(log, "two");
        crash(log);

        log = started(settings());
        assertThat(machine.entries()).containsExactly("one", "two");
        assertThat(machine.snapshotsRead).isZero();
        submit(log, "three");
        log.close();

        log = started(settings());
        assertThat(machine.entries()).containsExactly("one", "two", "three");
        assertThat(machine.snapshotsRead).isEqualTo(1);
        log.close();
    }

    @Test
    @Pitfall("HA-16")
    void aChangedByteInTheLogIsNotStartedFrom() throws Exception {
        ReplicatedLog log = started(settings());
        submit(log, "one");
        submit(log, "two");
        crash(log);
        Path segment = onlyFile("log_");
        byte[] intact = Files.readAllBytes(segment);
        int end = intact.length;
        while (intact[end - 1] == 0) {
            end--;
        }

        for (int at = 0; at < end; at += end / 6) {
            Files.write(segment, intact);
            flip(segment, at);
            refusesToStart("cannot be read");
        }
        Files.write(segment, intact);
        flip(segment, end - 1);
        refusesToStart("cannot be read");

        Files.write(segment, intact);
        started(settings()).close();
        assertThat(machine.entries()).containsExactly("one", "two");
    }

    @Test
    @Pitfall("HA-16")
    void aChangedByteInASnapshotIsNotStartedFrom() throws Exception {
        ReplicatedLog log = started(settings());
        submit(log, "one");
        log.close();
        flip(onlyFile("snapshot."), 3);

        refusesToStart("is damaged");
    }

    @Test
    @Pitfall("HA-16")
    void aLogWhoseSnapshotIsGoneIsNotStartedFrom() throws Exception {
        started(settings()).close();
        ReplicatedLog log = started(settings());
        submit(log, "one");
        log.close();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(each -> each.toString().contains("snapshot.")).toList()) {
                Files.delete(file);
            }
        }

        assertThatThrownBy(() -> ReplicatedLog.start(settings(), new RecordingMachine()))
                .isInstanceOf(ClusterStartException.class)
                .message()
                .contains("lacks entry 0 of its log", "Restore the whole directory");
    }

    @Test
    void anEntryThatACrashToreApartIsCutOff() throws Exception {
        ReplicatedLog log = started(settings());
        submit(log, "kept");
        submit(log, "x".repeat(20_000));
        crash(log);
        Path segment = onlyFile("log_inprogress");
        byte[] content = Files.readAllBytes(segment);
        byte[] torn = new byte[Math.max(content.length, 8 << 20)];
        System.arraycopy(content, 0, torn, 0, 3 * 4096);
        Files.write(segment, torn);

        log = started(settings());

        assertThat(machine.entries()).containsExactly("kept");
        submit(log, "goes on");
        log.close();
    }

    @Test
    void aPortThatIsTakenIsNamedAtTheStart() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            LogSettings settings = LogSettings.member("a", Map.of("a", address), root.resolve("a"))
                    .start(LogSettings.Start.BOOTSTRAP)
                    .minFreeBytes(1);

            assertThatThrownBy(() -> ReplicatedLog.start(settings, machine))
                    .isInstanceOf(ClusterStartException.class)
                    .hasMessage("cannot listen on " + address + " for the other nodes: the port is in use");
            assertThat(machine.fatal).isEmpty();
        }
    }

    @Test
    void snapshotsComeWithTheBytesOfTheLog() throws Exception {
        ReplicatedLog log = started(settings().snapshotAfter(1_000_000, 100_000));

        for (int n = 0; n < 12; n++) {
            submit(log, "y".repeat(10_000));
        }

        await().atMost(PATIENCE).until(() -> machine.snapshotsWritten > 0);
        log.close();
    }

    @Test
    @Pitfall("HA-17")
    void anEntryThatCannotBeAppliedEndsTheNodeAndIsNotSkipped() throws Exception {
        ReplicatedLog log = started(settings());
        machine.failure = new IllegalStateException("a fault of ours");
        log.submit(bytes("bad"));
        log.submit(bytes("after it"));

        await().atMost(PATIENCE).until(() -> !machine.fatal.isEmpty());

        assertThat(machine.fatal).hasSize(1).first().asString().contains("cannot be applied");
        machine.failure = null;
        log.close();
        assertThat(machine.entries()).isEmpty();
    }

    @Test
    @Pitfall("HA-20")
    void aLogThatCannotBeWrittenEndsTheNode() throws Exception {
        ReplicatedLog log = started(settings());
        Files.delete(onlyFile("log_inprogress"));

        String large = "z".repeat(1 << 20);
        for (int n = 0; n < 9; n++) {
            log.submit(bytes(large));
        }

        await().atMost(PATIENCE).until(() -> !machine.fatal.isEmpty());
        assertThat(machine.fatal).hasSize(1);
        machine.refusesSnapshots = true;
        log.close();
    }
}
