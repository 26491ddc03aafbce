package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitQuiet;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuthenticationTest {
    private static final String SECRET = "correct horse battery staple";

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "l\nk\n0\n",
                "ping\n_\n_\n",
                "stats\n_\n_\n",
                "zz\n_\n_\n",
                "\n\n\n",
                "auth\n_\n\n",
                "auth\n_\nwrong\n",
                "AUTH\n_\n" + SECRET + "\n",
                "auth\n_\ncorrect horse battery stapl\n",
                "auth\n_\ncorrect horse battery staple2\n",
                "\u00ff\n_\n_\n",
            })
    @Pitfall("TA-02")
    void anythingButTheSecretIsRefused(String first) {
        DflockdServer server = servers.start(config -> config.authToken(SECRET));
        WireClient client = servers.client();

        client.sendRaw((first + "auth\n_\n" + SECRET + "\nl\nk\n0\n").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(client.readLine()).isEqualTo("error_auth");
        client.expectEof();
        assertThat(server.census().resources()).as("nothing was executed").isZero();
    }

    @Test
    @Pitfall("TA-02")
    void theSecretOpensTheConnectionForWhatFollows() {
        servers.start(config -> config.authToken(SECRET));
        WireClient client = servers.client();

        client.sendRaw("auth\n_\n" + SECRET + "\nl\nk\n0\n");

        assertThat(client.readLine()).isEqualTo("ok");
        assertThat(client.readLine()).startsWith("ok ");
    }

    @Test
    @Pitfall("TA-02")
    void aClientThatAuthenticatesTooSlowlyIsRefused() {
        servers.start(config -> config.authToken(SECRET).readTimeout(Duration.ofSeconds(1)));
        WireClient silent = servers.client();
        WireClient halfway = servers.client();
        halfway.sendRaw("auth\n_\n");
        WireClient leaving = servers.client();
        leaving.sendRaw("auth\n");
        leaving.halfClose();

        assertThat(silent.readLine()).isEqualTo("error_auth");
        silent.expectEof();
        assertThat(halfway.readLine()).isEqualTo("error_auth");
        halfway.expectEof();
        leaving.expectEof();
    }

    @Test
    @Pitfall("TA-06")
    void theLongestSecretIsReadAndALongerLineIsNot() {
        String longest = "s".repeat(ServerConfig.LONGEST_AUTH_TOKEN);
        servers.start(config -> config.authToken(longest));

        assertThat(servers.client().ask("auth", "_", longest)).isEqualTo("ok");
        assertThat(servers.client().ask("auth", "_", longest + "s")).isEqualTo("error_auth");
        assertThat(servers.client().ask("ping", "x".repeat(257), "_")).isEqualTo("error_auth");
    }

    @Test
    @Pitfall("TA-06")
    void aFloodBeforeAuthenticationIsNotStored() {
        DflockdServer server = servers.start(config -> config.authToken(SECRET).readTimeout(Duration.ofSeconds(1)));
        String megabyte = "x".repeat(1 << 20);

        WireClient flooding = servers.client();
        try {
            for (int i = 0; i < 600; i++) { // as much as goes through before the deadline
                flooding.sendRaw(megabyte);
            }
        } catch (UncheckedIOException cutOff) {
            // at its deadline, as it should be
        }

        flooding.abort();
        awaitQuiet(server);
    }

    @Test
    @Pitfall("TA-06")
    void badLoginsTakeUpNoPlaceForLong() {
        int places = 200;
        DflockdServer server = servers.start(config -> config.authToken(SECRET).maxConnections(places));
        for (int batch = 0; batch < 10; batch++) {
            List<WireClient> strangers = guessAtOnce(places - WrongGuesses.AT_A_TIME);
            strangers.forEach(WireClient::close);
            eventually().until(() -> server.connections() <= WrongGuesses.AT_A_TIME);
        }

        eventually().until(this::isLetIn);
    }

    private boolean isLetIn() {
        WireClient client = servers.client();
        client.send("auth", "_", SECRET);
        return client.receive(WireClient.PATIENCE).equals(Received.line("ok"));
    }

    /** The pauses themselves are in {@link WrongGuessesTest}. */
    @Test
    @Pitfall("TA-06")
    void whoGuessesWrongHearsSoAfterAPauseAndHoldsNobodyUp() {
        servers.start(config -> config.authToken(SECRET));
        long started = System.nanoTime();
        List<WireClient> strangers = guessAtOnce(WrongGuesses.AT_A_TIME - 1);

        assertThat(servers.client().ask("auth", "_", SECRET)).isEqualTo("ok");

        strangers.forEach(stranger -> {
            assertThat(stranger.readLine()).isEqualTo("error_auth");
            stranger.expectEof();
        });
        assertThat(System.nanoTime() - started).isGreaterThan(WrongGuesses.FIRST_PAUSE_NANOS << WrongGuesses.DOUBLINGS);
    }

    private List<WireClient> guessAtOnce(int times) {
        List<WireClient> strangers =
                IntStream.range(0, times).mapToObj(i -> servers.client()).toList();
        strangers.forEach(stranger -> stranger.send("auth", "_", "guess"));
        return strangers;
    }

    /** Otherwise a few strangers behind the same proxy would keep everybody out. */
    @Test
    @Pitfall("TA-06")
    void theSecretIsHeardInItsTurnAlsoWhileTooManyGuessesOfItsAddressPause() {
        servers.start(config -> config.authToken(SECRET));
        List<WireClient> strangers = guessAtOnce(WrongGuesses.AT_A_TIME + 4);
        WireClient friend = servers.client();

        friend.sendRaw("auth\n_\n" + SECRET + "\nl\nk\n0\n");

        assertThat(friend.readLine()).isEqualTo("ok");
        assertThat(friend.readLine()).as("what came behind the secret").startsWith("ok ");
        strangers.forEach(stranger -> assertThat(stranger.readLine()).isEqualTo("error_auth"));
    }

    @Test
    @Pitfall("TA-06")
    void whoHasNoTurnWithinTheReadTimeoutIsSentAwayWithoutALine() {
        servers.start(config -> config.authToken(SECRET).readTimeout(Duration.ofSeconds(1)));

        List<WireClient> strangers = guessAtOnce(2 * WrongGuesses.AT_A_TIME); // four places are free again in that time

        assertThat(strangers.stream().map(stranger -> stranger.receive(WireClient.PATIENCE)))
                .contains(Received.END)
                .contains(Received.line("error_auth"));
    }

    /** With room for the longest possible secret it would be sixty megabytes, and the process would end. */
    @Test
    @Pitfall("TA-06")
    void aThousandHalfSentSecretsTakeLittleMemory() throws IOException {
        List<String> options = List.of("--auth-token=" + SECRET, "--event-loops=1");
        try (ServerProcess server = ServerProcess.startWithHeap(48, "SerialGC", options)) {
            List<WireClient> strangers =
                    IntStream.range(0, 1_000).mapToObj(i -> server.client()).toList();

            strangers.forEach(stranger -> stranger.sendRaw("auth\n_\n"));
            strangers.forEach(stranger -> stranger.sendRaw("s".repeat(60_000)));

            try (WireClient another = server.client()) {
                assertThat(another.ask("ping", "_", "_"))
                        .as("the loop has read them all")
                        .isEqualTo("error_auth");
            }
            assertThat(server.lines("no memory")).isEmpty();
            strangers.forEach(WireClient::close);
        }
    }

    @Test
    @Pitfall("TA-06")
    void aRefusedClientThatDoesNotLeaveIsThrownOut() {
        DflockdServer server = servers.start(config -> config.authToken(SECRET));
        WireClient stubborn = servers.client();

        assertThat(stubborn.ask("auth", "_", "guess")).isEqualTo("error_auth");

        eventually().until(() -> server.connections() == 0);
        assertThat(stubborn.receive(Duration.ofSeconds(1))).isEqualTo(Received.END);
    }

    @Test
    @Pitfall("TA-04")
    void everySecretIsComparedByDigest() {
        Authenticator authenticator = new Authenticator(SECRET, null);

        assertThat(authenticator.isRequired()).isTrue();
        assertThat(authenticator.accepts(bytes(SECRET))).isTrue();
        for (String wrong : List.of("", "c", SECRET + " ", SECRET.substring(1), SECRET.toUpperCase(Locale.ROOT))) {
            assertThat(authenticator.accepts(bytes(wrong))).as(wrong).isFalse();
        }
    }

    @Test
    @Pitfall("TA-04")
    void withoutASecretNothingIsAccepted() {
        Authenticator open = new Authenticator(null, null);

        assertThat(open.isRequired()).isFalse();
        assertThat(open.accepts(bytes(""))).isFalse();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
