package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class AdmissionTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @Test
    @Pitfall("SL-02")
    void waitsLongerAfterEveryFailedAcceptAndAtMostASecond() {
        EmbeddedChannel listener = listener(new Admission(ServerConfig.builder().build()));
        List<Long> pauses = new ArrayList<>();

        try (LogCapture log = LogCapture.of(Admission.class)) {
            for (int i = 0; i < 10; i++) {
                pauses.add(failToAccept(listener));
            }
            assertThat(log.lines().get(0)).isEqualTo("cannot accept connections, trying again in 5 ms: too many files");
        }

        assertThat(pauses).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L);
    }

    @Test
    @Pitfall("SL-02")
    void startsWithTheShortestPauseAgainAfterASuccess() {
        EmbeddedChannel listener = listener(new Admission(ServerConfig.builder().build()));
        try (LogCapture log = LogCapture.of(Admission.class)) {
            failToAccept(listener);
            failToAccept(listener);

            listener.writeInbound(new Child());

            assertThat(failToAccept(listener)).isEqualTo(5);
            assertThat(log.lines()).hasSize(3);
        }
    }

    @Test
    @Pitfall("SL-03")
    void aPeerThatHasGoneBeforeItWasAcceptedTakesNoPlace() {
        Admission admission = new Admission(ServerConfig.builder().build());
        EmbeddedChannel withoutAddress = new EmbeddedChannel();

        listener(admission).writeInbound(withoutAddress);

        assertThat(withoutAddress.isOpen()).isFalse();
        assertThat(admission.open()).isZero();
    }

    @Test
    @Pitfall("SL-03")
    void exactlyAsManyConnectionsAsAllowedAreLetIn() {
        DflockdServer server = servers.start(config -> config.maxConnections(100));
        Queue<String> welcomed = new ConcurrentLinkedQueue<>();
        Queue<WireClient> clients = new ConcurrentLinkedQueue<>();

        Parallel.times(1_000, i -> {
            WireClient client = connect(server);
            clients.add(client);
            if (isServed(client)) {
                welcomed.add("client " + i);
            }
        });
        clients.forEach(servers::track);

        assertThat(welcomed).hasSize(100);
        assertThat(server.connections()).isEqualTo(100);
    }

    @Test
    @Pitfall("SL-03")
    void thePlaceOfAClientThatLeftIsFreeForTheNext() {
        DflockdServer server = servers.start(config -> config.maxConnections(1));
        for (int i = 0; i < 100; i++) {
            WireClient only = servers.client();
            assertThat(only.ask("ping", "_", "_")).isEqualTo("ok");
            only.close();
            ServerFixture.awaitQuiet(server);
        }
    }

    /** Ten thousands of them are a matter of a longer run; every one goes the same way. */
    @Test
    @Pitfall("SL-03")
    void connectionsThatAreAbortedAtOnceLeaveNoPlaceTaken() {
        DflockdServer server = servers.start(config -> config.eventLoops(4));

        Parallel.times(5_000, i -> connect(server).abort());

        ServerFixture.awaitQuiet(server);
    }

    @Test
    @Pitfall("SL-11")
    void oneAddressGetsItsShareAndNoMore() throws IOException {
        DflockdServer server = servers.start(config -> config.maxConnectionsPerIp(2));
        WireClient first = servers.client();
        assertThat(isServed(first)).isTrue();
        assertThat(isServed(servers.client())).isTrue();

        assertThat(isServed(servers.client())).isFalse();

        assertThat(isServedFromElsewhere(server)).isTrue();
        first.close();
        ServerFixture.eventually().until(() -> isServed(servers.client()));
    }

    private static boolean isServed(WireClient client) {
        try {
            client.send("ping", "_", "_");
        } catch (UncheckedIOException closedAlready) {
            return false;
        }
        return client.receive(WireClient.PATIENCE).equals(Received.line("ok"));
    }

    private static boolean isServedFromElsewhere(DflockdServer server) throws IOException {
        InetAddress loopback = server.address().getAddress();
        try (Socket other = new Socket(loopback, server.address().getPort(), InetAddress.getByName("127.0.0.2"), 0)) {
            other.getOutputStream().write("ping\n_\n_\n".getBytes(StandardCharsets.US_ASCII));
            return other.getInputStream().read() == 'o';
        } catch (BindException onlyOneLoopbackAddress) {
            return abort("this machine has no second loopback address: " + onlyOneLoopbackAddress.getMessage());
        }
    }

    private static WireClient connect(DflockdServer server) {
        return WireClient.connect("127.0.0.1", server.address().getPort());
    }

    private static EmbeddedChannel listener(Admission admission) {
        EmbeddedChannel listener = new EmbeddedChannel(admission);
        listener.freezeTime();
        return listener;
    }

    /** How long the listener pauses, in milliseconds. */
    private static long failToAccept(EmbeddedChannel listener) {
        listener.pipeline().fireExceptionCaught(new IOException("too many files"));
        long millis = 0;
        while (!listener.config().isAutoRead()) {
            listener.advanceTimeBy(1, TimeUnit.MILLISECONDS);
            listener.runScheduledPendingTasks();
            millis++;
        }
        return millis;
    }

    private static final class Child extends EmbeddedChannel {
        @Override
        protected SocketAddress remoteAddress0() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        }
    }
}
