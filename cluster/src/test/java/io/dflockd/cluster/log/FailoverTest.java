package io.dflockd.cluster.log;

import static io.dflockd.cluster.log.RecordingMachine.bytes;
import static io.dflockd.cluster.log.TestNodes.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that go and come back. */
class FailoverTest {
    @TempDir
    Path root;

    @Test
    void theOthersGoOnWithoutTheLeaderAndItCatchesUp() throws Exception {
        try (TestNodes nodes = TestNodes.three(root, UnaryOperator.identity())) {
            nodes.submit("one");
            String first = nodes.leader();

            nodes.crash(first);
            nodes.submit("two");
            nodes.start(first, LogSettings.Start.RESUME);

            nodes.awaitEntries(first, List.of("one", "two"));
            assertThat(nodes.leader()).isNotEqualTo(first);
        }
    }

    @Test
    @Pitfall("HA-15")
    void aNodeWithoutAnythingGetsASnapshotAndKeepsIt() throws Exception {
        UnaryOperator<LogSettings> oftenSnapshots = settings -> settings.snapshotAfter(5, 1 << 30);
        try (TestNodes nodes = TestNodes.three(root, oftenSnapshots)) {
            String lost = nodes.follower();
            nodes.close(lost);
            // More than one file of the log, so that the first is gone after a snapshot.
            String large = "x".repeat(1 << 20);
            for (int n = 0; n < 10; n++) {
                nodes.submit(n + large);
            }
            await().atMost(PATIENCE).until(() -> nodes.machine(nodes.leader()).snapshotsWritten > 0);
            nodes.submit("after the snapshot");
            List<String> all = nodes.machine(nodes.leader()).entries();
            delete(nodes.directory(lost));

            nodes.start(lost, LogSettings.Start.BOOTSTRAP);

            nodes.awaitEntries(lost, all);
            assertThat(nodes.machine(lost).snapshotsRead).isPositive();
            nodes.crash(lost);
            nodes.submit("13");
            nodes.start(lost, LogSettings.Start.RESUME);
            nodes.awaitEntries(lost, nodes.machine(nodes.leader()).entries());
            assertThat(nodes.machine(lost).fatal).isEmpty();
        }
    }

    @Test
    void leadershipIsHandedOver() throws Exception {
        try (TestNodes nodes = TestNodes.three(root, UnaryOperator.identity())) {
            String before = nodes.leader();
            String after = nodes.follower();

            nodes.log(before).transfer(after).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            assertThat(nodes.leader()).isEqualTo(after);
            await().atMost(PATIENCE)
                    .until(() -> nodes.machine(after).leaderships.stream().anyMatch(Leadership::isReady));
            await().atMost(PATIENCE)
                    .until(() ->
                            nodes.machine(before).leaderships.stream().anyMatch(seen -> after.equals(seen.leader())));
        }
    }

    @Test
    void leadershipStaysWhereItWasHandedTo() throws Exception {
        // No pause of a busy machine makes an election of its own.
        UnaryOperator<LogSettings> patient = settings -> settings.electionTimeout(Duration.ofSeconds(10));
        try (TestNodes nodes = TestNodes.three(root, patient)) {
            String before = nodes.leader();
            String after = nodes.follower();
            nodes.log(before).transfer(after).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            long term = nodes.log(nodes.leader()).leadership().term();

            // A node that should lead by its priority asks for it as soon as it has caught up.
            nodes.crash(before);
            nodes.start(before, LogSettings.Start.RESUME);
            for (int n = 0; n < 50; n++) {
                nodes.submit("entry " + n);
            }
            nodes.awaitEntries(before, nodes.machine(after).entries());

            assertThat(nodes.leader()).isEqualTo(after);
            assertThat(nodes.log(after).leadership().term()).isEqualTo(term);
        }
    }

    @Test
    @Pitfall("HA-19")
    void withoutAMajorityNothingIsTakenAndTheLeaderSaysSo() throws Exception {
        try (TestNodes nodes = TestNodes.three(root, UnaryOperator.identity())) {
            String leader = nodes.leader();
            List<String> others = nodes.logs.keySet().stream()
                    .filter(name -> !name.equals(leader))
                    .toList();
            for (String other : others) {
                nodes.crash(other);
            }

            CompletableFuture<Long> taken = nodes.log(leader).submit(bytes("lonely"));
            assertThatThrownBy(() -> taken.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NotLeaderException.class);
            await().atMost(PATIENCE)
                    .until(() -> nodes.machine(leader).leaderships.stream()
                            .reduce((one, next) -> next)
                            .filter(last -> !last.isLeader() && last.leader() == null)
                            .isPresent());
            assertThat(nodes.machine(leader).entries()).isEmpty();
            CompletableFuture<byte[]> message = nodes.log(leader).toLeader(bytes("anybody?"));
            assertThatThrownBy(() -> message.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NotLeaderException.class);

            nodes.start(others.get(0), LogSettings.Start.RESUME);
            nodes.submit("healed");
            await().atMost(PATIENCE)
                    .until(() -> nodes.machine(others.get(0)).entries().contains("healed"));
        }
    }

    @Test
    void aMessageFindsANewLeaderAfterTheOldOneIsGone() throws Exception {
        try (TestNodes nodes = TestNodes.three(root, UnaryOperator.identity())) {
            String follower = nodes.follower();
            String first = nodes.leader();
            nodes.log(follower).toLeader(bytes("x")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            nodes.crash(first);
            nodes.leader();
            nodes.log(follower).toLeader(bytes("x")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            nodes.start(first, LogSettings.Start.RESUME);
            String second = nodes.leader();
            nodes.log(second).transfer(first).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            nodes.leader();

            assertThat(nodes.log(follower).toLeader(bytes("x")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(bytes("echo x"));
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
