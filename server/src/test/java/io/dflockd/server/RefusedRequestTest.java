package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.WireClient;
import java.lang.ref.Reference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Why a request was refused stands in the log, for whoever turns debugging on. */
final class RefusedRequestTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private static List<String> refusals(LogCapture log) {
        return log.lines().stream()
                .filter(line -> line.startsWith("connection ") && line.contains(" is refused: "))
                .toList();
    }

    @Test
    void theReasonOfARefusalIsLoggedWithConnectionCommandAndStatus() {
        servers.start();
        WireClient alice = servers.client();
        assertThat(alice.ask("sl", "k", "0 2")).startsWith("ok ");
        WireClient bob = servers.client();

        try (LogCapture log = LogCapture.ofEverything()) {
            assertThat(bob.ask("sl", "k", "0 3")).isEqualTo("error_limit_mismatch");
            assertThat(bob.ask("auth", "_", "secret")).isEqualTo("error");

            assertThat(refusals(log))
                    .containsExactly(
                            "connection 2: sl is refused: error_limit_mismatch, the key has another limit",
                            "connection 2: auth is refused: error, no authentication is outstanding");
        }
    }

    @Test
    void aSubscriberIsToldOfItsRefusalToo() {
        servers.start();
        WireClient client = servers.client();
        assertThat(client.ask("watch", "k", "_")).isEqualTo("ok");

        try (LogCapture log = LogCapture.ofEverything()) {
            assertThat(client.ask("r", "k", "0".repeat(32))).isEqualTo("error");

            assertThat(refusals(log))
                    .containsExactly("connection 1: r is refused: error, no grant of this key has that token");
        }
    }

    @Test
    void aFullHeapIsAReasonToo() {
        servers.start(config -> config.maxMemory(1));
        WireClient client = servers.client();
        byte[] ballast = new byte[(int) Math.min(Runtime.getRuntime().maxMemory() / 50, Integer.MAX_VALUE - 8)];

        try (LogCapture log = LogCapture.ofEverything()) {
            eventually().until(() -> {
                System.gc();
                return client.ask("kset", "k", "v").equals("error_max_keys");
            });

            assertThat(refusals(log))
                    .first()
                    .isEqualTo("connection 1: kset is refused: error_max_keys, the heap is full");
        } finally {
            Reference.reachabilityFence(ballast);
        }
    }

    @Test
    void aRefusalIsNoNewsToAnOperator() {
        servers.start();
        WireClient client = servers.client();

        try (LogCapture log = LogCapture.of(ConnectionSession.class)) {
            assertThat(client.ask("cancel", "_", "7")).isEqualTo("error");

            assertThat(log.lines()).isEmpty();
        }
    }
}
