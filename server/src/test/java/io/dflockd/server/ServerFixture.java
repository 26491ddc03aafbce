package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.testkit.WireClient;
import io.netty.buffer.ByteBufUtil;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts servers for one test, and clients of them. When the test is over all clients go, and then the servers must
 * have forgotten everything about them: whatever an integration test is about, it also shows that nothing is left in
 * any map or counter.
 */
final class ServerFixture implements AfterEachCallback {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Queue<String> leakedBuffers = new ConcurrentLinkedQueue<>();

    static {
        ByteBufUtil.setLeakListener((type, records) -> leakedBuffers.add(type + "\n" + records));
    }

    private final List<DflockdServer> servers = new ArrayList<>();
    private final List<WireClient> clients = new ArrayList<>();

    DflockdServer start() {
        return start(config -> config);
    }

    DflockdServer start(UnaryOperator<ServerConfig.Builder> settings) {
        return start(settings, new SteadyClock(System::nanoTime));
    }

    DflockdServer start(UnaryOperator<ServerConfig.Builder> settings, LongSupplier clock) {
        ServerConfig config =
                settings.apply(ServerConfig.builder().port(0).eventLoops(2)).build();
        try {
            DflockdServer server = DflockdServer.start(config, clock);
            servers.add(server);
            return server;
        } catch (StartupException failed) {
            throw new AssertionError(failed.getMessage(), failed);
        }
    }

    /** A client of the server started last. */
    WireClient client() {
        DflockdServer server = servers.get(servers.size() - 1);
        return track(WireClient.connect("127.0.0.1", server.address().getPort()));
    }

    /** A client with tagged requests. */
    WireClient taggedClient() {
        WireClient client = client();
        assertThat(client.ask("tag", "_", "on")).isEqualTo("ok");
        return client;
    }

    WireClient track(WireClient client) {
        clients.add(client);
        return client;
    }

    /** Holds so many locks, asked for a thousand at a time. */
    static void acquireMany(WireClient client, String prefix, int count) {
        for (int first = 0; first < count; first += 1_000) {
            int end = Math.min(count, first + 1_000);
            client.sendRaw(IntStream.range(first, end)
                    .mapToObj(i -> "l\n" + prefix + i + "\n0 600\n")
                    .collect(Collectors.joining()));
            for (int i = first; i < end; i++) {
                assertThat(client.readLine()).startsWith("ok ");
            }
        }
    }

    /** Until something comes true: looks often, and not only every 100 ms. */
    static ConditionFactory eventually() {
        return await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE);
    }

    static void awaitQuiet(DflockdServer server) {
        eventually().untilAsserted(() -> {
            assertThat(server.connections()).as("connections").isZero();
            assertThat(server.census()).matches(census -> census.isQuiet(), "is quiet");
        });
    }

    static void awaitWaiters(DflockdServer server, int count) {
        eventually().untilAsserted(() -> assertThat(server.census().waiters()).isEqualTo(count));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        clients.forEach(WireClient::close);
        try {
            if (test.getExecutionException().isEmpty()) {
                servers.forEach(ServerFixture::awaitQuiet);
                assertThat(leakedBuffers).as("buffers that nobody released").isEmpty();
            }
        } finally {
            servers.forEach(DflockdServer::close);
        }
    }
}
