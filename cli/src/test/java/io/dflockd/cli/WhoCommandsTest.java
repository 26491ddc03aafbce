package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code dflockd who} and {@code dflockd release --force}. */
final class WhoCommandsTest {
    private DflockdServer server;
    private WireClient holder;

    @BeforeEach
    void startServer() throws StartupException {
        server = DflockdServer.start(ServerConfig.builder().port(0).build());
        holder = client();
    }

    @AfterEach
    void stopServer() {
        holder.close();
        server.close();
    }

    private WireClient client() {
        return WireClient.connect("127.0.0.1", server.address().getPort());
    }

    private Program.Outcome run(String... args) {
        return new Program(
                        Map.of("DFLOCKD_SERVER", "127.0.0.1:" + server.address().getPort()))
                .run(args);
    }

    @Test
    void tellsWhoHoldsAndWhoWaits() {
        holder.ask("name", "_", "ci-runner@build-7\u200b \"x\"");
        holder.ask("l", "deploy", "0 600");
        try (WireClient waiter = client()) {
            waiter.ask("name", "_", "release-bot@ops-1");
            waiter.send("l", "deploy", "60");
            await().atMost(Duration.ofSeconds(30)).until(() -> server.census().waiters() == 1);

            Program.Outcome outcome = run("who", "deploy");

            assertThat(outcome.out()).hasSize(3);
            assertThat(outcome.out().get(0)).isEqualTo("deploy   lock, held, 1 waiting");
            assertThat(outcome.out().get(1))
                    .matches("  holds   ci-runner@build-7\\\\u200b \"x\" \\(127\\.0\\.0\\.1:\\d+\\)   .* s   "
                            + "lease ends in .*   fence \\d{19}");
            assertThat(outcome.out().get(2))
                    .matches("  waits   1  release-bot@ops-1 \\(127\\.0\\.0\\.1:\\d+\\)   .* s   gives up in .*");
            assertThat(outcome.status()).isZero();
        }
    }

    @Test
    void aKeyThatNobodyHoldsIsStatusOne() {
        Program.Outcome outcome = run("who", "nothing");

        assertThat(outcome.out()).containsExactly("nothing   nobody holds it or waits for it");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void printsTheObjectAsItIsForPrograms() {
        holder.ask("sl", "pool", "0 3");

        assertThat(run("who", "pool", "--json").out())
                .singleElement()
                .asString()
                .startsWith("{\"key\":\"pool\",\"kind\":\"semaphore\",\"limit\":3,");
        assertThat(run("who", "pool").out()).first().isEqualTo("pool   semaphore, 1 of 3 held");
    }

    @Test
    void takesALockAwayWithAReason() {
        String token = holder.ask("l", "deploy", "0 600").split(" ", -1)[1];

        Program.Outcome outcome = run("release", "deploy", "--force", "--reason", "host is gone");

        assertThat(outcome.out()).singleElement().asString().matches("taken away from the holder with fence \\d{19}");
        assertThat(outcome.status()).isZero();
        assertThat(holder.ask("n", "deploy", token)).isEqualTo("error_lease_expired");
    }

    @Test
    void saysInOneLineWhyNot() {
        holder.ask("sl", "pool", "0 3");
        holder.ask("sl", "pool", "0 3");

        assertThat(run("release", "pool").err()).singleElement().asString().contains("say --force");
        assertThat(run("release", "pool", "--force").err())
                .singleElement()
                .asString()
                .contains("--reason is missing");
        assertThat(run("release", "pool", "--force", "--reason", "x").err())
                .singleElement()
                .asString()
                .contains("several holders");
        assertThat(run("release", "free", "--force", "--reason", "x").err())
                .containsExactly("dflockd: nobody holds free");
        assertThat(run("release", "pool", "--force", "--reason", "x", "--fence", "7")
                        .err())
                .containsExactly("dflockd: pool has no such holder any more");
    }

    @Test
    void onlyTheAdministratorMay() throws StartupException {
        server.close();
        server = DflockdServer.start(ServerConfig.builder()
                .port(0)
                .authToken("secret")
                .adminToken("admin")
                .build());
        Program program = new Program(
                Map.of("DFLOCKD_SERVER", "127.0.0.1:" + server.address().getPort(), "DFLOCKD_AUTH_TOKEN", "secret"));
        try (WireClient client = client()) {
            client.ask("auth", "_", "secret");
            client.ask("l", "deploy", "0 600");

            assertThat(program.run("release", "deploy", "--force", "--reason", "x")
                            .err())
                    .singleElement()
                    .asString()
                    .contains("only its administrator");
        }
    }
}
