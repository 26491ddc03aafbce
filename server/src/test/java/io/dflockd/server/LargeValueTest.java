package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values, items and signals as large as a server allows, and larger ones. */
final class LargeValueTest {
    private static final int USUAL = 65_536;
    private static final int LARGEST = 1_048_576;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @SuppressWarnings("NullAway.Init") // started with the first client
    private DflockdServer server;

    private WireClient client(int maxValue) {
        server = servers.start(config -> config.maxValue(maxValue));
        return servers.client();
    }

    @ParameterizedTest
    @ValueSource(ints = {256, USUAL, LARGEST})
    void aValueOfTheLargestSizeIsStoredAndOneByteMoreIsRefused(int maxValue) {
        WireClient client = client(maxValue);
        String largest = "v".repeat(maxValue);

        assertThat(client.ask("kset", "k", largest)).isEqualTo("ok");
        assertThat(client.ask("kset", "k", largest + "w")).isEqualTo("error");

        assertThat(client.ask("kget", "k", "_")).isEqualTo("ok " + largest);
    }

    @Test
    void aServerTakes65536BytesUnlessItIsToldOtherwise() {
        servers.start();
        WireClient client = servers.client();

        assertThat(client.ask("kset", "k", "v".repeat(USUAL))).isEqualTo("ok");
        assertThat(client.ask("kset", "k", "v".repeat(USUAL + 1))).isEqualTo("error");
    }

    @Test
    @Pitfall("PP-02")
    void aValueThatIsTooLargeCostsNeitherTheConnectionNorTheFramesBehindIt() {
        WireClient client = client(USUAL);
        String granted = client.ask("l", "mine", "0 600");

        client.sendRaw("rpush\nq\n" + "v".repeat(LARGEST) + "\nllen\nq\n_\n");

        assertThat(client.readLine()).isEqualTo("error");
        assertThat(client.readLine()).isEqualTo("ok 0");
        assertThat(client.ask("r", "mine", granted.split(" ", -1)[1])).isEqualTo("ok");
    }

    @Test
    void aTaggedRequestIsRefusedByItsTag() {
        WireClient client = client(USUAL);
        client.ask("tag", "_", "on");

        assertThat(client.ask("7 kset", "k", "v".repeat(USUAL + 1))).isEqualTo("7 error");
        assertThat(client.ask("8 kset", "k", "v".repeat(USUAL))).isEqualTo("8 ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"l", "listen", "blpop", "kget"})
    void theArgumentsOfOtherCommandsStayShort(String command) {
        WireClient client = client(LARGEST);

        assertThat(client.ask(command, "k", "x".repeat(257))).isEqualTo("error");
        client.expectEof();
    }

    @Test
    void keysStayShort() {
        WireClient client = client(LARGEST);

        client.send("kset", "k".repeat(257), "v");

        assertThat(client.readLine()).isEqualTo("error");
        client.expectEof();
    }

    @Test
    void theTwoValuesOfACompareAndSetShareTheLine() {
        WireClient client = client(USUAL);
        String half = "v".repeat(USUAL / 2 - 2);
        client.ask("kset", "k", half);

        assertThat(client.ask("kcas", "k", half + "\t" + half + "ww\t")).isEqualTo("ok");
        assertThat(client.ask("kcas", "k", half + "ww\t" + half + "w\t")).isEqualTo("error");
    }

    @Test
    void aLargeItemComesToWhoeverWaitsForItAndIsInTheRange() {
        WireClient pusher = client(LARGEST);
        WireClient popper = servers.client();
        String item = "i".repeat(LARGEST);
        popper.send("blpop", "q", "10");
        awaitWaiters(server, 1);

        assertThat(pusher.ask("rpush", "q", item)).isEqualTo("ok 0");
        assertThat(popper.readLine()).isEqualTo("ok " + item);

        pusher.ask("rpush", "q", item);
        assertThat(popper.ask("lrange", "q", "0 -1")).isEqualTo("ok [\"" + item + "\"]");
    }

    @Test
    @Pitfall("SW-13")
    void theLargestSignalsReachAllWhoListenAndRead() {
        WireClient sender = client(LARGEST);
        List<WireClient> listeners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            listeners.add(servers.client());
            listeners.get(i).ask("listen", "jobs", "");
        }

        for (int round = 0; round < 20; round++) {
            String payload = round + "p".repeat(LARGEST - 2);
            assertThat(sender.ask("signal", "jobs", payload)).isEqualTo("ok 3");
            for (WireClient each : listeners) {
                assertThat(each.readLine()).isEqualTo("sig jobs " + payload);
            }
        }
    }

    @Test
    @Pitfall("SW-13")
    void fourOfTheLargestSignalsAtOnceReachAListenerThatReadsLater() {
        WireClient sender = client(LARGEST);
        WireClient listener = servers.client();
        listener.ask("listen", "jobs", "");
        String payload = "p".repeat(LARGEST);

        for (int i = 0; i < 4; i++) {
            assertThat(sender.ask("signal", "jobs", payload)).isEqualTo("ok 1");
        }

        for (int i = 0; i < 4; i++) {
            assertThat(listener.readLine()).isEqualTo("sig jobs " + payload);
        }
    }

    @Test
    void aLargeFrameMayWaitBehindAParkedRequest() {
        WireClient client = client(LARGEST);
        WireClient other = servers.client();
        client.sendRaw("blpop\nq\n10\nkset\nk\n" + "v".repeat(LARGEST) + "\n");
        awaitWaiters(server, 1);

        other.ask("rpush", "q", "item");

        assertThat(client.readLine()).isEqualTo("ok item");
        assertThat(client.readLine()).isEqualTo("ok");
    }

    @Test
    @Pitfall("TA-06")
    void aStrangerMaySendNoLargeValue() {
        servers.start(config -> config.maxValue(LARGEST).authToken("secret"));
        WireClient stranger = servers.client();
        stranger.send("kset", "k", "v".repeat(257));
        assertThat(stranger.readLine()).isEqualTo("error_auth");

        WireClient friend = servers.client();
        friend.ask("auth", "_", "secret");
        assertThat(friend.ask("kset", "k", "v".repeat(LARGEST))).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 255, LARGEST + 1})
    void aServerThatShouldTakeLessThanALineOrMoreThanAMebibyteIsNotConfigured(int maxValue) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerConfig.builder().maxValue(maxValue))
                .withMessageContaining("--max-value must be from 256 to 1048576 bytes, not " + maxValue);
    }
}
