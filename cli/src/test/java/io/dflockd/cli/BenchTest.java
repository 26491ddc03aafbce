package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dflockd.cli.bench.Mode;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small runs against a server in the same process. */
@Timeout(60)
final class BenchTest {
    private DflockdServer server;

    @BeforeEach
    void start() throws Exception {
        server = DflockdServer.start(ServerConfig.builder().port(0).build());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void measuresAsManyRequestsAsItIsAskedFor(Mode mode) throws IOException {
        JsonNode report = json("--mode", word(mode), "--requests", "300", "--connections", "3", "--depth", "4");

        assertThat(report.path("mode").asText()).isEqualTo(word(mode));
        assertThat(report.path("requests").asInt()).isEqualTo(300);
        assertThat(report.path("requests_per_second").asInt()).isPositive();
        assertThat(report.path("latency_p50_us").asDouble()).isPositive();
        assertThat(report.path("latency_max_us").asDouble())
                .isGreaterThanOrEqualTo(report.path("latency_p999_us").asDouble());
    }

    @ParameterizedTest
    @EnumSource
    void leavesTheServerAsItFoundIt(Mode mode) throws IOException {
        json("--mode", word(mode), "--requests", "300", "--connections", "3", "--depth", "4");

        JsonNode stats = stats();
        assertThat(List.of("locks", "semaphores", "rw_locks", "kv_entries", "signal_channels"))
                .allMatch(kind -> stats.path(kind).isEmpty());
        assertThat(stats.path("counters"))
                .allMatch(counter -> counter.path("value").asInt() == 0);
    }

    @Test
    void touchesOnlyKeysOfItsOwn() throws IOException {
        json("--mode", "incr", "--requests", "300", "--connections", "2", "--depth", "4");

        assertThat(stats().path("counters"))
                .hasSize(32)
                .allMatch(counter -> counter.path("key").asText().matches("bench\\.[0-9a-z]+\\.[01]\\.\\d+"));
    }

    @Test
    void stopsWhenTheTimeIsOver() throws IOException {
        JsonNode report = json("--seconds", "0.1", "--warmup", "0.1", "--connections", "2");

        assertThat(report.path("seconds").asDouble()).isGreaterThanOrEqualTo(0.1);
    }

    @Test
    void drivesConnectionsFromSeveralThreads() throws IOException {
        JsonNode report = json("--requests", "1000", "--connections", "4", "--threads", "2");

        assertThat(report.path("requests").asInt()).isEqualTo(1_000);
        assertThat(report.path("threads").asInt()).isEqualTo(2);
    }

    @Test
    void timesHowALockGoesFromHandToHand() throws IOException {
        JsonNode report = json("--mode", "contend", "--requests", "400", "--connections", "5");

        assertThat(report.path("depth").asInt()).isEqualTo(1);
        assertThat(report.path("hand_overs").asInt()).isBetween(1, 200);
        assertThat(report.path("hand_over_p99_us").asDouble()).isPositive();
    }

    @Test
    void countsASignalForEveryListener() throws IOException {
        JsonNode report = json("--mode", "signal", "--requests", "500", "--listeners", "3", "--payload", "100");

        assertThat(report.path("connections").asInt()).isEqualTo(1);
        assertThat(report.path("delivered").asInt()).isEqualTo(1_500);
        assertThat(report.path("delivered_per_second").asInt()).isPositive();
    }

    @Test
    void printsAReportForPeople() {
        Program.Outcome outcome = bench("--mode", "contend", "--requests", "100", "--connections", "2");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .anyMatch(line -> line.startsWith("contend on 127.0.0.1:" + port() + ": connections 2, depth 1, "))
                .anyMatch(line -> line.matches("requests +100"))
                .anyMatch(line -> line.matches(" +mean +p50 +p90 +p99 +p99.9 +max"))
                .anyMatch(line -> line.matches("latency, ms( +[0-9.]+){6}"))
                .anyMatch(line -> line.matches("hand-over, ms( +[0-9.]+){6}"));
    }

    @Test
    void printsARowBelowItsNames() throws IOException {
        List<String> table = bench("--requests", "100", "--csv").out();

        List<String> names = new ArrayList<>();
        json("--requests", "100").fieldNames().forEachRemaining(names::add);
        assertThat(table).hasSize(2);
        assertThat(table.get(0).split(",")).containsExactlyElementsOf(names);
        assertThat(table.get(1).split(",", -1)).hasSameSizeAs(names).contains("lock", "100");
    }

    @Test
    void printsTheRowAloneToBeAppended() {
        List<String> table = bench("--requests", "100", "--csv", "--no-header").out();

        assertThat(table).singleElement().asString().contains(",lock,");
    }

    @Test
    void saysThatTheServerWentAway() {
        CompletableFuture<Program.Outcome> running =
                CompletableFuture.supplyAsync(() -> bench("--seconds", "60", "--connections", "3", "--mode", "kset"));
        await().until(() -> server.census().values() > 0);

        server.close();

        Program.Outcome outcome = running.join();
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).containsExactly("dflockd: 127.0.0.1:" + port() + " closed a connection");
    }

    @Test
    void endsEarlyAndTidiesUpWhenItIsInterrupted() throws Exception {
        try (ChildProgram program =
                ChildProgram.start("bench", "--port", port(), "--mode", "kset", "--seconds", "60", "--warmup", "0")) {
            await().until(() -> server.census().values() > 0);

            program.signal("INT");

            assertThat(program.status()).isZero();
            await().until(() -> server.census().values() == 0);
        }
    }

    private JsonNode json(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--json");
        Program.Outcome outcome = bench(all.toArray(String[]::new));
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return new ObjectMapper().readTree(String.join("\n", outcome.out()));
    }

    private Program.Outcome bench(String... options) {
        List<String> command = new ArrayList<>(List.of("bench", "--port", port()));
        command.addAll(List.of(options));
        return Program.IN_EMPTY_ENVIRONMENT.run(command.toArray(String[]::new));
    }

    private JsonNode stats() throws IOException {
        try (WireClient client =
                WireClient.connect("127.0.0.1", server.address().getPort())) {
            return new ObjectMapper().readTree(client.ask("stats", "_", "").substring("ok ".length()));
        }
    }

    private String port() {
        return String.valueOf(server.address().getPort());
    }

    private static String word(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
