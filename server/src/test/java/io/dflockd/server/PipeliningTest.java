package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as they come over a wire: in pieces, many at once, and with anything in them. */
final class PipeliningTest {
    /** Keys of one to four bytes a character; answers are made comparable by leaving the token out. */
    private static final String SCRIPT = String.join(
            "",
            "l\nschlüssel-鍵-🔑\n0 7\r\n",
            "l\nschlüssel-鍵-🔑\n0\n",
            "zz\n\n\n",
            "sl\n🔑🔑\n0 2\r\r\n",
            "e\né\n\n",
            "l\na b\n0\n",
            "ping\n_\n_\n",
            "w\né\n0\n",
            "n\n鍵\nnope\n");

    private static final List<String> ANSWERS =
            List.of("ok 7", "timeout", "error", "ok 33", "acquired 33", "error", "ok", "ok 33", "error");

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @Test
    @Pitfall("PP-06")
    void bytesThatComeOneByOneAreUnderstood() {
        servers.start();
        WireClient client = servers.client();

        for (byte each : SCRIPT.getBytes(StandardCharsets.UTF_8)) {
            client.sendRaw(new byte[] {each});
        }

        assertThat(answers(client)).isEqualTo(ANSWERS);
    }

    @Test
    @Pitfall("PP-06")
    void bytesThatComeAllAtOnceAreUnderstood() {
        servers.start();
        WireClient client = servers.client();

        client.sendRaw(SCRIPT);

        assertThat(answers(client)).isEqualTo(ANSWERS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    @Pitfall("PP-06")
    void bytesThatComeInAnyPiecesAreUnderstood(long seed) {
        servers.start();
        WireClient client = servers.client();
        Random random = new Random(seed);
        byte[] bytes = SCRIPT.getBytes(StandardCharsets.UTF_8);

        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(12));
            client.sendRaw(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }

        assertThat(answers(client)).isEqualTo(ANSWERS);
    }

    private static List<String> answers(WireClient client) {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < ANSWERS.size(); i++) {
            answers.add(client.readLine().replaceAll(" [0-9a-f]{32}", ""));
        }
        client.expectQuiet(20);
        return answers;
    }

    /** Lease i answers request i, so that the order of the answers shows. */
    @Test
    @Pitfall({"PP-14", "TP-07"})
    void aThousandRequestsAreAnsweredInOrderAroundBlockingOnes() {
        servers.start(config -> config.maxLocks(2_000));
        WireClient holder = servers.client();
        WireClient client = servers.client();
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tokens.add(holder.ask("l", "busy" + i, "0").split(" ", -1)[1]);
        }
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            String key = i % 100 == 50 ? "busy" + i / 100 : "free" + i;
            requests.append("l\n").append(key).append("\n60 ").append(i + 1).append('\n');
        }

        client.sendRaw(requests.toString());

        for (int i = 0; i < 1_000; i++) {
            if (i % 100 == 50) {
                client.expectQuiet(5);
                assertThat(holder.ask("r", "busy" + i / 100, tokens.get(i / 100)))
                        .isEqualTo("ok");
            }
            assertThat(client.readLine()).matches("ok [0-9a-f]{32} " + (i + 1));
        }
    }

    @Test
    @Pitfall("PP-13")
    void nobodyReadsWhatWasMeantForSomebodyElse() {
        DflockdServer server = servers.start(config -> config.eventLoops(1));

        Parallel.times(16, i -> {
            try (WireClient client =
                    WireClient.connect("127.0.0.1", server.address().getPort())) {
                for (int round = 0; round < 200; round++) {
                    int lease = 1_000 * (i + 1) + round;
                    client.sendRaw("l\nk" + i + "\n0 " + lease + "\nstable-ref\n\n_\nping\n_\n_\n");
                    String granted = client.readLine();
                    assertThat(granted).matches("ok [0-9a-f]{32} " + lease);
                    assertThat(client.readLine()).isEqualTo("error");
                    assertThat(client.readLine()).isEqualTo("ok");
                    String token = granted.split(" ", -1)[1];
                    assertThat(client.ask("r", "k" + i, token)).isEqualTo("ok");
                }
            }
        });
    }

    /** Only LF ends a line: whatever else some program might take for a line end stays inside its field. */
    @ParameterizedTest
    @ValueSource(strings = {"\r", "\0", "\u000b", "\f", "\u0085", "\u2028", "\u2029", "\u001e"})
    @Pitfall("PP-01")
    void noCharacterSmugglesInAnotherRequest(String separator) {
        servers.start();
        WireClient client = servers.client();
        String smuggled = "x" + separator + "l" + separator + "stolen" + separator + "0";

        client.send("ping", smuggled, smuggled);
        client.send("l", "k", smuggled);
        client.send("r", "k", smuggled);
        client.send("zz" + smuggled, "k", "0");
        client.send("ping", "_", "last");

        assertThat(client.readLine()).isEqualTo("ok");
        assertThat(client.readLine()).isEqualTo("error");
        assertThat(client.readLine()).isEqualTo("error");
        assertThat(client.readLine()).isEqualTo("error");
        assertThat(client.readLine()).isEqualTo("ok");
        client.expectQuiet(20);
        assertThat(client.ask("stats", "_", "_")).contains("\"locks\":[]");
    }

    @Test
    @Pitfall("PP-01")
    void aKeyCannotBreakTheLineOrTheJsonOfStats() {
        servers.start();
        WireClient client = servers.client();
        assertThat(client.ask("l", "a\"},{\\\0\u001b\u2028", "0")).startsWith("ok ");

        assertThat(client.ask("stats", "_", "_"))
                .contains("{\"key\":\"a\\\"},{\\\\\\u0000\\u001b\u2028\",\"owner_conn_id\":1,");
        assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
    }

    /** PROTOCOL.md 1.1: the deadline is that of a line. Bytes that do not end it do not put it off. */
    @Test
    @Pitfall("PP-15")
    void aRequestThatTricklesInIsCutOff() {
        servers.start(config -> config.readTimeout(Duration.ofSeconds(1)));
        WireClient client = servers.client();

        Received received = Received.SILENCE;
        for (int i = 0; i < 200 && received.equals(Received.SILENCE); i++) {
            trickle(client);
            received = client.receive(Duration.ofMillis(50));
        }

        assertThat(received).isEqualTo(Received.line("error"));
        client.expectEof();
    }

    private static void trickle(WireClient client) {
        try {
            client.sendRaw("x");
        } catch (UncheckedIOException cutOff) {
            // what was received before tells
        }
    }
}
