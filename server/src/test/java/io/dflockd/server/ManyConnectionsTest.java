package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** More connections than a process would like: the server has one of its own here. */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class ManyConnectionsTest {
    private static final int MANY = 10_000;

    /** Enough to start with: every jar on the class path takes one. */
    private static final int FEW_DESCRIPTORS = 128;

    private final List<SocketChannel> silent = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        for (SocketChannel each : silent) {
            each.close();
        }
        silent.clear();
    }

    @Test
    void tenThousandConnectionsThatSendNothingDisturbNobody() throws IOException {
        long needed = MANY + 500L;
        assumeTrue(
                Descriptors.limit() >= needed,
                () -> "needs " + needed + " open files, this machine allows " + Descriptors.limit());
        try (ServerProcess server = ServerProcess.start(List.of("--read-timeout=600"))) {
            openSilent(server, MANY);

            try (WireClient client = server.client()) {
                eventually().until(() -> client.ask("stats", "_", "_").contains("\"connections\":" + (MANY + 1) + ","));
                assertThat(client.ask("l", "k", "0")).startsWith("ok ");

                closeAll();
                eventually().until(() -> client.ask("stats", "_", "_").contains("\"connections\":1,"));
            }
        }
    }

    @Test
    @Pitfall("SL-02")
    void aServerWithoutDescriptorsWaitsAndRecoversByItself() throws IOException {
        try (ServerProcess server = ServerProcess.startWithDescriptors(FEW_DESCRIPTORS, List.of())) {
            openSilent(server, FEW_DESCRIPTORS);
            eventually().until(() -> !server.lines("trying again in 320 ms").isEmpty());
            int pauses = server.lines("cannot accept connections").size();
            assertThat(pauses).as("tries until the pause is 320 ms").isBetween(7, 50);

            closeAll();

            eventually().atMost(30, TimeUnit.SECONDS).until(() -> isServed(server));
            assertThat(server.isAlive()).isTrue();
        }
    }

    private static boolean isServed(ServerProcess server) {
        try (WireClient client = server.client()) {
            client.send("ping", "_", "_");
            return client.receive(Duration.ofSeconds(2)).equals(Received.line("ok"));
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private void openSilent(ServerProcess server, int count) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        for (int i = 0; i < count; i++) {
            silent.add(SocketChannel.open(address));
        }
    }
}
