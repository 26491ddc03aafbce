package io.dflockd.server;

import static io.dflockd.server.ServerFixture.acquireMany;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that asks for more than it reads. The one that never reads holds up nobody and is cut off. */
final class SlowReaderTest {
    private static final int LOCKS = 1_000;

    /** Some 100 kB each: more than all buffers between here and the server can take. */
    private static final int REQUESTS = 150;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @Test
    @Pitfall({"SL-06", "DC-04"})
    void aClientThatNeverReadsIsCutOffAndLosesItsLock() throws IOException {
        DflockdServer server =
                servers.start(config -> config.eventLoops(1).maxLocks(2 * LOCKS).writeTimeout(Duration.ofSeconds(1)));
        WireClient other = servers.client();
        acquireMany(other, "k", LOCKS);
        try (Socket deaf = deafClient(server)) {
            deaf.getOutputStream().write(ascii("l\nhers\n0 600\n" + "stats\n_\n_\n".repeat(REQUESTS)));
            eventually().until(() -> server.census().holders() == LOCKS + 1);

            other.send("l", "hers", "60");
            assertThat(other.readLine()).startsWith("ok ");
            eventually().until(() -> server.connections() == 1);
        }
    }

    @Test
    @Pitfall("SL-06")
    void othersAreServedWhileAClientDoesNotRead() throws IOException {
        DflockdServer server =
                servers.start(config -> config.eventLoops(1).maxLocks(2 * LOCKS).writeTimeout(Duration.ofSeconds(60)));
        WireClient other = servers.client();
        acquireMany(other, "k", LOCKS);
        try (Socket deaf = deafClient(server)) {
            deaf.getOutputStream().write(ascii("stats\n_\n_\n".repeat(REQUESTS)));

            for (int i = 0; i < 1_000; i++) {
                assertThat(other.ask("ping", "_", "_")).isEqualTo("ok");
            }
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    @Pitfall("SL-06")
    void withoutAWriteTimeoutAClientMayReadWhenItLikes() throws IOException {
        DflockdServer server =
                servers.start(config -> config.eventLoops(1).maxLocks(2 * LOCKS).writeTimeout(Duration.ZERO));
        WireClient other = servers.client();
        acquireMany(other, "k", LOCKS);
        try (Socket late = deafClient(server)) {
            late.getOutputStream().write(ascii("stats\n_\n_\n".repeat(REQUESTS) + "fence\n_\nmaybe\n"));
            other.expectQuiet(1_500);

            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(late.getInputStream(), StandardCharsets.US_ASCII));
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(answers.readLine())
                        .startsWith("ok {\"connections\":2,")
                        .endsWith("}");
            }
            assertThat(answers.readLine()).isEqualTo("error");
        }
    }

    private static Socket deafClient(DflockdServer server) throws IOException {
        return new Socket(server.address().getAddress(), server.address().getPort());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
