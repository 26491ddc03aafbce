package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitQuiet;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Connections that fail in many ways, over and over: nothing of them may pile up. */
final class FailedConnectionsTest {
    private static final int LOOPS = 2;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @TempDir
    Path folder;

    private DflockdServer open;
    private DflockdServer guarded;
    private DflockdServer encrypted;

    @BeforeEach
    void startServers() {
        Certificates certificates = Certificates.in(folder);
        open = servers.start(config -> config.eventLoops(LOOPS));
        guarded = servers.start(config -> config.eventLoops(LOOPS).authToken("secret"));
        encrypted = servers.start(config ->
                config.eventLoops(LOOPS).tlsCert(certificates.serverCert()).tlsKey(certificates.serverKey()));
    }

    /** Ten kinds of failure, some thousands in all; a hundred thousand take the same way. */
    @Test
    @Pitfall("SL-05")
    void noThreadAndNoDescriptorIsLeftByConnectionsThatFail() {
        failInEveryWay(20);
        long descriptorsBefore = Descriptors.open();

        failInEveryWay(300);

        eventually().untilAsserted(() -> {
            assertThat(ServerThreads.names())
                    .filteredOn(name -> !name.startsWith("dflockd-memory")) // comes with a full heap, whoever connects
                    .hasSizeLessThanOrEqualTo(3 * (LOOPS + 2)); // each has one for time, and one in the background
            assertThat(Descriptors.open()).isLessThanOrEqualTo(descriptorsBefore);
        });
    }

    private void failInEveryWay(int times) {
        repeat(times, open, WireClient::close);
        repeat(times, open, WireClient::abort);
        repeat(times, open, client -> client.sendRaw("l\nk"));
        repeat(times, open, client -> client.sendRaw("x".repeat(300) + "\n"));
        repeat(times, open, client -> client.sendRaw("\u00ff\n\n\n".getBytes(StandardCharsets.ISO_8859_1)));
        repeat(times, open, client -> client.ask("e", "k", ""));
        repeat(times, open, client -> client.sendRaw("e\nk\n\nw\nk\n60\n"));
        repeat(times, open, client -> client.sendRaw("tag\n_\non\n1 l\nk\n60\n2 l\nk\n60\n"));
        repeat(times, guarded, client -> client.send("auth", "_", "wrong"));
        repeat(times, encrypted, client -> client.send("ping", "_", "_"));
        Arrays.asList(open, guarded, encrypted).forEach(ServerFixture::awaitQuiet);
    }

    private static void repeat(int times, DflockdServer server, Consumer<WireClient> failure) {
        Parallel.times(times, i -> {
            WireClient client = WireClient.connect("127.0.0.1", server.address().getPort());
            failure.accept(client);
            if (i % 2 == 0) {
                client.abort();
            } else {
                client.close();
            }
        });
        awaitQuiet(server);
    }
}
