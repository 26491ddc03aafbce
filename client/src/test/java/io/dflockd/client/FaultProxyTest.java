package io.dflockd.client;

import static io.dflockd.client.Direction.BOTH;
import static io.dflockd.client.Direction.TO_CLIENT;
import static io.dflockd.client.Direction.TO_SERVER;
import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FaultProxyTest {
    private static final String PING = "ping\n_\n_\n";
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private final ScriptedServer server = ScriptedServer.tagged();
    private final FaultProxy proxy = new FaultProxy(server.port());
    private final List<WireClient> clients = new ArrayList<>();

    @AfterEach
    void closeAll() {
        clients.forEach(WireClient::close);
        proxy.close();
        server.close();
    }

    private WireClient client() {
        WireClient client = WireClient.connect("127.0.0.1", proxy.port());
        clients.add(client);
        proxy.awaitConnections(clients.size());
        return client;
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    private static void assertWorks(WireClient client) {
        assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    void leadsManyBytesThroughUnharmed() {
        server.on("big", frame -> frame.answer(frame.argument().repeat(100_000)));
        String argument = "0123456789abcdef";

        assertThat(client().ask("big", "k", argument)).isEqualTo(argument.repeat(100_000));
        assertThat(proxy.arrived(TO_SERVER)).isEqualTo(("big\nk\n" + argument + "\n").length());
    }

    @Test
    void isNamedByAnAddress() {
        assertThat(proxy.address()).isEqualTo("127.0.0.1:" + proxy.port());
    }

    @Test
    void tellsTheServerThatTheClientEnded() {
        WireClient client = client();
        assertWorks(client);

        client.close();

        eventually().until(() -> server.connection(0).isEnded());
        proxy.awaitOpenConnections(0);
    }

    @Test
    void tellsTheClientThatTheServerEnded() {
        WireClient client = client();
        assertWorks(client);

        server.closeConnections();

        client.expectEof();
    }

    @Test
    void leadsAnswersThroughAfterTheClientHasNothingMoreToSay() {
        server.on("l", "ok t 33");
        proxy.blackHole(BOTH);
        WireClient client = client();
        client.send("l", "k", "5");

        client.halfClose();
        proxy.heal();

        assertThat(client.readLine()).isEqualTo("ok t 33");
        client.expectEof();
    }

    @Test
    void passesAResetOn() throws IOException {
        try (Socket socket = socket()) {
            server.awaitConnections(1);
            server.connection(0).reset();

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void cutsTheNextConnectionAfterSoManyBytes() throws IOException {
        server.on("get", "ok 1234567");
        proxy.cutNextAfter(TO_CLIENT, 5);

        try (Socket socket = socket()) {
            socket.getOutputStream().write("get\nk\n_\n".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("ok 12");
        }
        try (WireClient second = WireClient.connect("127.0.0.1", proxy.port())) {
            assertThat(second.ask("get", "k", "_")).isEqualTo("ok 1234567");
        }
    }

    @Test
    void cutsAConnectionInTheMiddleOfARequest() {
        WireClient client = client();
        assertWorks(client);
        proxy.cutAfter(TO_SERVER, PING.length() + 3);

        client.sendRaw(PING + PING);

        eventually().until(() -> server.connection(0).isEnded());
        assertThat(proxy.passed(TO_SERVER)).isEqualTo(2L * PING.length() + 3);
        assertThat(server.frames()).hasSize(2);
    }

    @Test
    void resetsAfterSoManyBytes() throws IOException {
        proxy.resetNextAfter(TO_SERVER, 4);

        try (Socket socket = socket()) {
            socket.getOutputStream().write(PING.getBytes(StandardCharsets.UTF_8));

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        assertThat(proxy.passed(TO_SERVER)).isEqualTo(4);
        assertThat(server.frames()).isEmpty();
    }

    @Test
    void cutsAllConnectionsOfTheMomentAndNoLaterOne() {
        WireClient first = client();
        WireClient second = client();

        proxy.cutAll();

        first.expectEof();
        second.expectEof();
        assertWorks(client());
    }

    @Test
    void resetsAllConnectionsOfTheMoment() throws IOException {
        try (Socket socket = socket()) {
            proxy.awaitConnections(1);

            proxy.resetAll();

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(proxy.openConnections()).isZero();
        }
    }

    @Test
    void delaysARequestUntilHealed() {
        proxy.delay(TO_SERVER, FOR_EVER);
        WireClient client = client();
        client.sendRaw(PING);
        proxy.awaitArrived(TO_SERVER, PING.length());
        assertThat(proxy.passed(TO_SERVER)).isZero();

        proxy.heal();

        assertThat(client.readLine()).isEqualTo("ok");
    }

    @Test
    void aShortDelayDeliversByItself() {
        proxy.delay(BOTH, Duration.ofMillis(1));

        assertWorks(client());
    }

    @Test
    void aBlackHoleHoldsRequestsUntilHealed() {
        WireClient client = client();
        assertWorks(client);
        proxy.blackHole(BOTH);
        client.sendRaw(PING + PING);
        proxy.awaitArrived(TO_SERVER, 3L * PING.length());
        assertThat(server.frames()).hasSize(1);

        proxy.heal();

        assertThat(client.readLine()).isEqualTo("ok");
        assertThat(client.readLine()).isEqualTo("ok");
    }

    @Test
    void aBlackHoleOfOneDirectionHoldsAnswersOnly() {
        WireClient client = client();
        proxy.blackHole(TO_CLIENT);
        client.sendRaw(PING);
        proxy.awaitArrived(TO_CLIENT, "ok\n".length());
        assertThat(proxy.passed(TO_CLIENT)).isZero();

        proxy.resume(TO_CLIENT);

        assertThat(client.readLine()).isEqualTo("ok");
    }

    @Test
    void aBlackHoleHidesTheEndOfAConnection() {
        WireClient client = client();
        server.awaitConnections(1);
        proxy.blackHole(BOTH);
        server.closeConnections();
        client.sendRaw(PING);
        proxy.awaitArrived(TO_SERVER, PING.length());
        assertThat(proxy.openConnections()).isOne();

        proxy.heal();

        client.expectEof();
    }

    @Test
    void whatIsSwallowedNeverArrives() {
        WireClient client = client();
        proxy.swallow(TO_SERVER);
        client.send("l", "lost", "5");
        proxy.awaitArrived(TO_SERVER, "l\nlost\n5\n".length());

        proxy.heal();

        assertWorks(client);
        assertThat(server.frames()).hasSize(1);
    }

    @Test
    void aClientDoesNotHearThatTheServerSideWasDropped() {
        WireClient client = client();
        assertWorks(client);

        proxy.dropServerSide();

        eventually().until(() -> server.connection(0).isEnded());
        client.sendRaw(PING);
        proxy.awaitArrived(TO_SERVER, 2L * PING.length());
        assertThat(proxy.openConnections()).isOne();
        proxy.resetAll();
        client.expectEof();
        assertThat(server.frames()).hasSize(1);
    }

    @Test
    void aServerDoesNotHearThatTheClientSideWasDropped() {
        WireClient client = client();
        assertWorks(client);

        proxy.dropClientSide();

        client.expectEof();
        client.close();
        server.push("sig news lost");
        proxy.awaitArrived(TO_CLIENT, "ok\nsig news lost\n".length());
        assertThat(server.connection(0).isEnded()).isFalse();
        proxy.resetAll();
        eventually().until(() -> server.connection(0).isEnded());
    }

    @Test
    void readsSlowlyUntilHealed() {
        WireClient client = client();
        proxy.slowRead(TO_SERVER, 5, FOR_EVER);
        client.sendRaw(PING);
        proxy.awaitArrived(TO_SERVER, 5);
        assertThat(proxy.arrived(TO_SERVER)).isEqualTo(5);

        proxy.heal();

        assertThat(client.readLine()).isEqualTo("ok");
    }

    @Test
    void aSlowReaderGetsEverythingInTheEnd() {
        proxy.slowRead(BOTH, 1, Duration.ofMillis(1));

        assertWorks(client());
    }

    @Test
    void whenNobodyReadsTheBuffersOfTheSenderFill() throws IOException {
        proxy.stopReading(TO_SERVER);
        try (SocketChannel sender =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()))) {
            sender.configureBlocking(false);
            ByteBuffer junk = ByteBuffer.allocate(65_536);
            while (sender.write(junk) > 0) {
                junk.clear();
            }

            assertThat(proxy.arrived(TO_SERVER)).isZero();
            proxy.awaitConnections(1);
            proxy.resetAll();
        }
    }

    @Test
    void refusesNewConnectionsOnThePortThatItKeeps() {
        WireClient first = client();
        proxy.refuseNew();

        assertThatThrownBy(this::socket).isInstanceOf(ConnectException.class);
        assertWorks(first);
        proxy.heal();

        assertWorks(client());
    }

    @Test
    void resetsNewConnections() throws IOException {
        proxy.resetNew();
        try (Socket socket = socket()) {
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        proxy.awaitTurnedAway(1);
        assertThat(proxy.connections()).isZero();

        proxy.acceptNew();

        assertWorks(client());
    }

    @Test
    void turnsAwayWhoeverTheServerDoesNotTake() throws IOException {
        server.close();

        try (Socket socket = socket()) {
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        assertThat(proxy.connections()).isZero();
    }

    @Test
    void aFaultOfThePresentSparesLaterConnections() {
        client();

        proxy.present().blackHole(BOTH);

        assertWorks(client());
    }

    @Test
    void aFaultOfTheFutureSparesPresentConnections() {
        WireClient present = client();
        proxy.future().cutAfter(TO_SERVER, 0);

        assertWorks(present);
        client().expectEof();
        client().expectEof();
    }

    @Test
    void aFaultOfOneConnectionSparesTheOthers() {
        WireClient first = client();
        WireClient second = client();

        proxy.only(1).cutAll();

        second.expectEof();
        assertWorks(first);
    }
}
