package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PROTOCOL.md 1.3, row by row: what ends a connection and what does not. The rows on authentication are in {@link
 * AuthenticationTest}, the one on writing in {@link SlowReaderTest}.
 */
final class ConnectionEndsTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @ParameterizedTest
    @CsvSource({
        "zz,  k,   0, an unknown command",
        "L,   k,   0, a command in capitals",
        "' l', k,  0, a command with a blank",
        "l,   '',  0, an empty key",
        "l,   a b, 0, a key with a blank",
        "l,   k,   x, a timeout that is no number",
        "l,   k,  -1, a negative timeout",
        "l,   k,   1 2 3, an argument too many",
        "sl,  k,   0, an argument too few",
        "r,   k,   '', an empty token",
        "r,   k,   nope, an unknown token",
    })
    @Pitfall("PP-04")
    void aRequestThatBreaksARuleIsAnsweredAndTheNextOneToo(String command, String key, String argument, String unused) {
        servers.start();
        WireClient client = servers.client();

        assertThat(client.ask(command, key, argument)).isEqualTo("error");

        assertThat(client.ask("l", "k", "0")).startsWith("ok ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @Pitfall({"PP-04", "PP-07"})
    void malformedUtf8InAnyLineIsAnsweredAndTheNextRequestToo(int line) {
        servers.start();
        WireClient client = servers.client();
        String[] lines = {"l", "k", "0"};
        lines[line] += "\u00ff\u00fe";

        client.sendRaw(String.join("\n", lines).concat("\n").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(client.readLine()).isEqualTo("error");
        assertThat(client.ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    @Pitfall("PP-04")
    void aRefusalForAReasonOfStateKeepsTheConnection() {
        servers.start();
        WireClient client = servers.client();
        client.ask("l", "k", "0");

        assertThat(client.ask("l", "k", "0")).isEqualTo("timeout");
        assertThat(client.ask("sl", "k", "0 2")).isEqualTo("error_limit_mismatch");
        assertThat(client.ask("rl", "k", "0")).isEqualTo("error_type_mismatch");
        assertThat(client.ask("w", "k", "0")).isEqualTo("error_not_enqueued");
        assertThat(client.ask("auth", "_", "nobody asked")).isEqualTo("error");
        assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @Pitfall({"PP-02", "PP-04"})
    void aLineOf257BytesEndsTheConnectionWithAnError(int line) {
        servers.start();
        WireClient client = servers.client();
        String[] lines = {"l", "k", "0"};
        lines[line] = "x".repeat(257);

        client.sendRaw(String.join("\n", lines) + "\n" + "ping\n_\n_\n");

        assertThat(client.readLine()).isEqualTo("error");
        client.expectEof();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @Pitfall("PP-02")
    void aLineOf256BytesIsRead(int line) {
        servers.start();
        WireClient client = servers.client();
        String[] lines = {"ping", "_", "_"};
        lines[line] = "x".repeat(256);

        client.sendRaw(String.join("\n", lines) + "\n" + "fence\n_\nmaybe\n" + "ping\n_\n_\n");

        assertThat(client.readLine()).isEqualTo(line == 0 ? "error" : "ok");
        assertThat(client.readLine()).isEqualTo("error");
        assertThat(client.readLine()).isEqualTo("ok");
    }

    @Test
    @Pitfall({"PP-03", "PP-04"})
    void aMillionCarriageReturnsAreALineThatIsTooLong() {
        servers.start();
        WireClient client = servers.client();

        client.sendRaw("\r".repeat(1_000_000) + "\nk\n0\n");

        assertThat(client.readLine()).isEqualTo("error");
        client.expectEof();
    }

    @Test
    @Pitfall({"PP-02", "PP-04"})
    void aLineWithoutEndIsAnsweredAtItsDeadline() {
        DflockdServer server = servers.start(config -> config.readTimeout(SHORT));
        WireClient client = servers.client();

        sendUntilCutOff(client, "x".repeat(10_000), 1_000);

        assertThat(client.readLine()).isEqualTo("error");
        client.expectEof();
        eventually().until(() -> server.connections() == 0);
    }

    @Test
    @Pitfall("PP-04")
    void halfAFrameAndSilenceEndInAnError() {
        servers.start(config -> config.readTimeout(SHORT));
        Map<String, WireClient> silent = new LinkedHashMap<>();
        for (String half : List.of("l", "l\n", "l\nk", "l\nk\n", "l\nk\n0", "\n\n", "l\nk\n0\r")) {
            WireClient client = servers.client();
            client.sendRaw(half);
            silent.put(half, client);
        }

        silent.forEach((half, client) -> {
            assertThat(client.readLine()).as(half).isEqualTo("error");
            client.expectEof();
        });
    }

    @Test
    @Pitfall("PP-15")
    void aHolderThatSendsHalfAFrameIsCutOffToo() {
        servers.start(config -> config.readTimeout(SHORT));
        WireClient client = servers.client();
        assertThat(client.ask("l", "k", "0")).startsWith("ok ");

        client.sendRaw("r\nk");

        assertThat(client.readLine()).isEqualTo("error");
        client.expectEof();
    }

    @Test
    void theLastErrorOfATaggedConnectionCarriesTheTagOfItsRequest() {
        servers.start(config -> config.readTimeout(SHORT));
        WireClient tooLong = servers.taggedClient();
        tooLong.sendRaw("5 l\n" + "x".repeat(257) + "\n0\n");
        WireClient tooSlow = servers.taggedClient();
        tooSlow.sendRaw("6 l\nk\n");

        assertThat(tooLong.readLine()).isEqualTo("5 error");
        tooLong.expectEof();
        assertThat(tooSlow.readLine()).isEqualTo("6 error");
        tooSlow.expectEof();
    }

    @Test
    @Pitfall("PP-05")
    void anIdleConnectionWithoutStateIsClosedWithoutAWord() {
        servers.start(config -> config.readTimeout(SHORT));
        WireClient used = servers.client();
        String token = used.ask("l", "k", "0").split(" ", -1)[1];
        assertThat(used.ask("r", "k", token)).isEqualTo("ok");
        WireClient fresh = servers.client();

        fresh.expectEof();
        used.expectEof();
    }

    @Test
    @Pitfall({"PP-05", "LC-02"})
    void anIdleConnectionWithStateIsKept() {
        servers.start(config -> config.readTimeout(SHORT));
        WireClient holder = servers.client();
        assertThat(holder.ask("l", "k", "0")).startsWith("ok ");
        WireClient stateless = servers.client();

        stateless.expectEof();
        holder.expectQuiet(SHORT.toMillis());

        assertThat(holder.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    @Pitfall("PP-05")
    void nothingIsSentBeforeTheFirstRequest() {
        servers.start();

        servers.client().expectQuiet(100);
    }

    @Test
    void aBlockedRequestMayLastLongerThanTheReadTimeout() {
        DflockdServer server = servers.start(config -> config.readTimeout(SHORT));
        WireClient holder = servers.client();
        holder.ask("l", "k", "0");
        WireClient waiter = servers.client();
        waiter.send("l", "k", "2");
        awaitWaiters(server, 1);

        assertThat(waiter.readLine()).isEqualTo("timeout");
        assertThat(waiter.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "l", "l\nk\n", "ping\n_\n_\nl\nk"})
    void theEndOfTheStreamIsAnsweredWithNothing(String before) {
        DflockdServer server = servers.start();
        WireClient client = servers.client();
        client.sendRaw(before);
        if (before.startsWith("ping")) {
            assertThat(client.readLine()).isEqualTo("ok");
        }

        client.halfClose();

        client.expectEof();
        eventually().until(() -> server.connections() == 0);
    }

    @Test
    @Pitfall("PP-04")
    void theErrorLineIsNotLostToInputThatIsStillComing() {
        servers.start();
        for (int i = 0; i < 20; i++) {
            WireClient client = servers.client();

            sendUntilCutOff(client, "x".repeat(300) + "\n", 1_000);

            assertThat(client.readLine()).isEqualTo("error");
            client.expectEof();
        }
    }

    @Test
    void whatIsBehindTheLineThatEndsAConnectionIsNotExecuted() {
        DflockdServer server = servers.start();
        WireClient client = servers.client();

        client.sendRaw("l\n" + "x".repeat(257) + "\n0\nl\nk\n0\n");

        assertThat(client.readLine()).isEqualTo("error");
        client.expectEof();
        assertThat(server.census().resources()).isZero();
    }

    static void sendUntilCutOff(WireClient client, String text, int times) {
        try {
            for (int i = 0; i < times; i++) {
                client.sendRaw(text);
            }
        } catch (UncheckedIOException cutOff) {
            // the server has heard enough
        }
    }
}
