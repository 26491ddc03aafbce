package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may take something away from others, and what stands in the log of it. */
final class EvictCommandTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private WireClient holder() {
        WireClient holder = servers.client();
        holder.ask("auth", "_", "secret");
        return holder;
    }

    @Test
    void onlyTheAdministratorTakesSomethingAway() {
        servers.start(config -> config.authToken("secret").adminToken("admin"));
        WireClient holder = holder();
        String token = holder.ask("l", "deploy", "0 600").split(" ", -1)[1];
        WireClient operator = servers.client();
        operator.ask("auth", "_", "admin");

        assertThat(holder().ask("evict", "deploy", token + " because")).isEqualTo("error_auth");
        assertThat(holder.ask("n", "deploy", token)).isEqualTo("ok 33");
        assertThat(operator.ask("evict", "deploy", token + " because")).isEqualTo("ok");
        assertThat(holder.ask("n", "deploy", token)).isEqualTo("error_lease_expired");
    }

    @Test
    void theReasonStandsInTheLogWithoutItsControlCharacters() {
        servers.start();
        WireClient client = servers.client();
        client.ask("l", "deploy", "0 600");

        try (LogCapture log = LogCapture.of(Requests.class)) {
            assertThat(client.ask("evict", "deploy", "17 host\u001b is gone")).isEqualTo("error");

            assertThat(log.lines())
                    .containsExactly("connection 1 asks for an eviction: deploy, fence 17: host? is gone");
        }
    }

    @Test
    void aHolderIsShownWithItsNameAndAddress() {
        servers.start();
        WireClient client = servers.client();
        client.ask("name", "_", "billing@web-3");
        client.ask("l", "deploy", "0 600");

        assertThat(client.ask("stats", "deploy", "key"))
                .containsPattern("\"conn_id\":1,\"name\":\"billing@web-3\",\"address\":\"127\\.0\\.0\\.1:\\d+\",");
        assertThat(client.ask("stats", "1", "session")).contains("\"held_count\":1,");
    }
}
