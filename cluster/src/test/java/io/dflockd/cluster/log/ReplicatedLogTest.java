package io.dflockd.cluster.log;

import static io.dflockd.cluster.log.RecordingMachine.bytes;
import static io.dflockd.cluster.log.RecordingMachine.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes in one process. */
class ReplicatedLogTest {
    @TempDir
    static Path shared;

    private static TestNodes nodes;

    @BeforeAll
    static void start() throws ClusterStartException {
        nodes = TestNodes.three(shared, UnaryOperator.identity());
    }

    @AfterAll
    static void stop() throws IOException {
        nodes.close();
    }

    @Test
    void everyNodeAppliesWhatTheLeaderTookInTheSameOrder() throws Exception {
        List<String> entries =
                IntStream.range(0, 50).mapToObj(n -> "entry " + n).toList();

        nodes.submit(entries.toArray(String[]::new));

        for (String name : nodes.logs.keySet()) {
            nodes.awaitEntries(name, entries);
        }
    }

    @Test
    void followersHearOfACommitBeforeTheNextHeartbeat(@TempDir Path root) throws Exception {
        // A heartbeat comes after half of the election timeout: nobody lives to see one here.
        UnaryOperator<LogSettings> withoutHeartbeats = settings -> settings.electionTimeout(Duration.ofMinutes(20));
        try (TestNodes silent = TestNodes.three(root, withoutHeartbeats)) {
            List<String> applied = new ArrayList<>();

            for (int n = 0; n < 20; n++) {
                silent.submit("entry " + n);
                applied.add("entry " + n);

                for (String name : silent.logs.keySet()) {
                    silent.awaitEntries(name, applied);
                }
            }
        }
    }

    @Test
    void twoEntriesThatAreEqualAreTwoEntries(@TempDir Path root) throws Exception {
        try (TestNodes alone = new TestNodes(root, UnaryOperator.identity(), "a")) {
            alone.start("a", LogSettings.Start.BOOTSTRAP);
            alone.submit("same", "same");
            alone.crash("a");
            alone.start("a", LogSettings.Start.RESUME);

            alone.submit("same");

            alone.awaitEntries("a", List.of("same", "same", "same"));
        }
    }

    @Test
    void aMessageFromAnyNodeIsAnsweredByTheLeader() throws Exception {
        String leader = nodes.leader();
        nodes.machine(leader).answers = message -> CompletableFuture.completedFuture(leader + " heard " + message);

        for (ReplicatedLog log : nodes.logs.values()) {
            assertThat(text(log.toLeader(bytes("hello")).get(10, TimeUnit.SECONDS)))
                    .isEqualTo(leader + " heard hello");
        }
    }

    @Test
    void messagesOfOneNodeArriveInOrderEvenIfAnswersAreLate() throws Exception {
        List<String> arrived = new CopyOnWriteArrayList<>();
        CompletableFuture<String> late = new CompletableFuture<>();
        nodes.machine(nodes.leader()).answers = message -> {
            arrived.add(message);
            return message.equals("999") ? CompletableFuture.completedFuture("") : late;
        };
        ReplicatedLog follower = nodes.log(nodes.follower());

        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        IntStream.range(0, 1_000).forEach(n -> answers.add(follower.toLeader(bytes("" + n))));
        answers.get(999).get(20, TimeUnit.SECONDS);

        assertThat(arrived)
                .isEqualTo(IntStream.range(0, 1_000).mapToObj(n -> "" + n).toList());
        late.complete("");
        for (CompletableFuture<byte[]> answer : answers) {
            answer.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void anAnswerThatFailsSpoilsNoOther() throws Exception {
        nodes.machine(nodes.leader()).answers = message -> message.equals("bad")
                ? CompletableFuture.failedFuture(new IllegalStateException("cannot do it"))
                : CompletableFuture.completedFuture("fine");
        ReplicatedLog follower = nodes.log(nodes.follower());

        CompletableFuture<byte[]> bad = follower.toLeader(bytes("bad"));
        CompletableFuture<byte[]> good = follower.toLeader(bytes("good"));

        assertThatThrownBy(() -> bad.get(10, TimeUnit.SECONDS)).hasMessageContaining("cannot do it");
        assertThat(text(good.get(10, TimeUnit.SECONDS))).isEqualTo("fine");
    }

    @Test
    void onlyTheLeaderTakesEntries() throws Exception {
        CompletableFuture<Long> refused = nodes.log(nodes.follower()).submit(bytes("no"));

        assertThatThrownBy(() -> refused.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(NotLeaderException.class);
    }
}
