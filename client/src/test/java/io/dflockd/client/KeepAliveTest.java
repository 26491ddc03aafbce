package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@AnyNetty
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

    /** A push is not silence. The pings of another client, less frequent ones, show that time passes. */
    @Test
    void aServerThatTalksIsNotAsked() {
        server.on("listen", "ok");
        Heard heard = new Heard();
        try (ScriptedServer clock = ScriptedServer.tagged();
                Dflockd client = connect(server, INTERVAL.multipliedBy(4));
                Dflockd other = connect(clock, INTERVAL.multipliedBy(6))) {
            client.signals().listen("news", heard.signals());

            eventually().until(() -> pingsWhileTalking(clock, heard) == 0);

            assertThat(client).isNotSameAs(other);
        }
    }

    /** Talks to the client, as fast as it listens, until the clock has ticked once more. */
    private int pingsWhileTalking(ScriptedServer clock, Heard heard) {
        int before = server.frames("ping").size();
        int ticks = clock.frames("ping").size();
        while (clock.frames("ping").size() == ticks) {
            int alreadyHeard = heard.count();
            server.push("sig news hello");
            eventually().until(() -> heard.count() > alreadyHeard);
        }
        return server.frames("ping").size() - before;
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
