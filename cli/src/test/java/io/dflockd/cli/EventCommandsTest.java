package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code dflockd signal}, {@code listen}, {@code watch} and {@code observe}. */
@Timeout(60)
final class EventCommandsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TIME = "\\{\"time\":\"[0-9T:.-]+Z\",";

    private DflockdServer server;

    @BeforeEach
    void startServer() throws StartupException {
        server = DflockdServer.start(ServerConfig.builder().port(0).build());
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void listensAndCountsWhoHeard() {
        CompletableFuture<Program.Outcome> heard = inBackground("listen", "orders.>", "--count", "2");
        await().atMost(PATIENCE).until(() -> server.census().listens() == 1);

        assertThat(run("signal", "orders.eu.new", "42").out()).containsExactly("1");
        assertThat(here().runWith("say \"hi\"\n", "signal", "orders.us", "-", "--json")
                        .out())
                .containsExactly("{\"channel\":\"orders.us\",\"listeners\":1}");

        Program.Outcome outcome = heard.join();
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).hasSize(2);
        assertThat(outcome.out().get(0)).matches(TIME + "\"channel\":\"orders.eu.new\",\"payload\":\"42\"}");
        assertThat(outcome.out().get(1))
                .matches(TIME + "\"channel\":\"orders.us\",\"payload\":\"say \\\\\"hi\\\\\"\"}");
    }

    @Test
    void membersOfAGroupShareSignals() {
        CompletableFuture<Program.Outcome> first = inBackground("listen", "jobs", "--group", "workers", "--count", "1");
        CompletableFuture<Program.Outcome> second =
                inBackground("listen", "jobs", "--group", "workers", "--count", "1");
        await().atMost(PATIENCE).until(() -> server.census().listens() == 2);

        assertThat(run("signal", "jobs", "a").out()).containsExactly("1");
        CompletableFuture.anyOf(first, second).join();
        await().atMost(PATIENCE).until(() -> server.census().listens() == 1);
        assertThat(run("signal", "jobs", "b").out()).containsExactly("1");

        assertThat(first.join().out()).hasSize(1);
        assertThat(second.join().out()).hasSize(1);
    }

    @Test
    void watchesWhatHappensToKeys() {
        CompletableFuture<Program.Outcome> seen = inBackground("watch", "config.*", "--count", "1");
        await().atMost(PATIENCE).until(() -> server.census().watches() == 1);

        run("kv", "set", "config.mode", "blue");

        assertThat(seen.join().out())
                .singleElement()
                .asString()
                .matches(TIME + "\"event\":\"kset\",\"key\":\"config.mode\"}");
    }

    @Test
    void observesAnElection() {
        CompletableFuture<Program.Outcome> seen = inBackground("observe", "scheduler", "--count", "2");
        await().atMost(PATIENCE).until(() -> server.census().observers() == 1);

        try (Dflockd client = Dflockd.connect(address());
                Grant leading = client.election("scheduler").campaign(PATIENCE)) {
            assertThat(leading.isHeld()).isTrue();
        }

        assertThat(seen.join().out()).hasSize(2);
        assertThat(seen.join().out().get(0)).matches(TIME + "\"event\":\"elected\",\"key\":\"scheduler\"}");
        assertThat(seen.join().out().get(1)).matches(TIME + "\"event\":\"resigned\",\"key\":\"scheduler\"}");
    }

    @Test
    void endsWithStatus130AtCtrlC() throws Exception {
        try (ClientProgram program = ClientProgram.start(server, "listen", "orders")) {
            await().atMost(PATIENCE).until(() -> server.census().listens() == 1);
            run("signal", "orders", "1");
            assertThat(program.line()).contains("\"payload\":\"1\"");

            program.signal("INT");

            assertThat(program.status()).isEqualTo(130);
            await().atMost(PATIENCE).until(() -> server.census().listens() == 0);
        }
    }

    private CompletableFuture<Program.Outcome> inBackground(String... args) {
        return CompletableFuture.supplyAsync(() -> run(args), task -> new Thread(task).start());
    }

    private String address() {
        return "127.0.0.1:" + server.address().getPort();
    }

    private Program here() {
        return new Program(Map.of("DFLOCKD_SERVER", address()));
    }

    private Program.Outcome run(String... args) {
        return here().run(args);
    }
}
