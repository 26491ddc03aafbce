package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.WireClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a client is called where people look who holds. */
final class OwnNameTest {
    @Test
    void isTheApplicationTheHostAndTheProcessUnlessItIsSaidOtherwise() {
        assertThat(OwnName.usual())
                .matches("[^@]+@[^/]+/" + ProcessHandle.current().pid());
    }

    @Test
    void isSeenWhereTheServerTellsWhoHolds() {
        try (TestServer server = TestServer.start();
                Dflockd holder = Dflockd.connect(server.address());
                WireClient curious = WireClient.connect("127.0.0.1", server.port())) {
            holder.lock("orders").acquire(Duration.ZERO);

            assertThat(curious.ask("stats", "orders", "key")).contains("\"name\":\"" + OwnName.usual() + "\"");
        }
    }

    @Test
    void anEmptyOneSaysNothing() {
        DflockdOptions silent = DflockdOptions.builder().name(" ").build();

        assertThat(silent.connection.name()).isNull();
    }

    @Test
    void whatNoServerWouldTakeIsRefusedAtOnce() {
        DflockdOptions.Builder options = DflockdOptions.builder();

        assertThatThrownBy(() -> options.name("x".repeat(129))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.name("a\nb")).isInstanceOf(IllegalArgumentException.class);
    }
}
