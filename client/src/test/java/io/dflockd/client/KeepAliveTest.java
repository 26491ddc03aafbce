package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KeepAliveTest {
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final ScriptedServer server = ScriptedServer.tagged();

    @AfterEach
    void closeAll() {
        server.close();
    }

    private static Dflockd connect(ScriptedServer server, Duration interval) {
        return Dflockd.connect(options(server.address())
                .pingInterval(interval)
                .answerTimeout(Duration.ofSeconds(1))
                .build());
    }

    @Test
    void aSilentServerIsAskedAgainAndAgainWhetherItIsThere() {
        try (Dflockd client = connect(server, INTERVAL)) {
            server.awaitFrames(3, "ping");

            assertThat(server.connections()).isOne();
            client.close();
            eventually().until(() -> server.connection(0).isEnded());
        }
    }

    /** A push every few milliseconds is not silence. Another client's ping says when the interval has passed. */
    @Test
    void aServerThatTalksIsNotAsked() {
        Duration interval = Duration.ofSeconds(1);
        try (ScriptedServer clock = ScriptedServer.tagged();
                Dflockd client = connect(server, interval);
                Dflockd other = connect(clock, interval.multipliedBy(3).dividedBy(2))) {
            while (clock.frames("ping").isEmpty()) {
                server.push("sig news hello");
                LockSupport.parkNanos(5_000_000);
            }

            assertThat(server.frames("ping")).isEmpty();
            assertThat(client).isNotSameAs(other);
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUp() {
        server.on("l", "ok token 600");
        try (Dflockd client = connect(server, INTERVAL)) {
            Grant grant = client.lock("orders").acquire(LONG);
            server.ignore("ping");

            eventually().until(() -> server.connection(0).isEnded());

            eventually().until(() -> !grant.isHeld());
        }
    }

    @Test
    void aServerWithoutTagsIsAskedToo() {
        try (ScriptedServer classic = ScriptedServer.classic();
                Dflockd client = connect(classic, INTERVAL)) {
            classic.on("ping", "ok");

            classic.awaitFrames(2, "ping");

            assertThat(client).isNotNull();
            assertThat(classic.connections()).isOne();
        }
    }

    @Test
    void nobodyIsAskedIfThatIsSwitchedOff() {
        try (ScriptedServer other = ScriptedServer.tagged();
                Dflockd silent = Clients.connect(other.address());
                Dflockd client = connect(server, INTERVAL)) {
            server.awaitFrames(3, "ping");

            assertThat(other.frames("ping")).isEmpty();
            assertThat(silent).isNotSameAs(client);
        }
    }
}
