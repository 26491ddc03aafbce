package io.dflockd.client;

import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConnectTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final Tally tally = new Tally();

    /** A connection that is never accepted, because the room for such is full: its first packet gets no answer. */
    @Test
    @Pitfall("CL-16")
    void aServerThatDoesNotEvenAcceptIsGivenUp() throws IOException {
        List<Socket> crowd = new ArrayList<>();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            while (connects(deaf, crowd)) {
                assertThat(crowd).hasSizeLessThan(100);
            }
            String address = "127.0.0.1:" + deaf.getLocalPort();

            assertThatThrownBy(() -> Dflockd.connect(
                            options(address).connectTimeout(SHORT).build()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(address);
        } finally {
            for (Socket each : crowd) {
                each.close();
            }
        }
    }

    private static boolean connects(ServerSocket server, List<Socket> crowd) throws IOException {
        Socket socket = new Socket();
        crowd.add(socket);
        try {
            socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 100);
            return true;
        } catch (SocketTimeoutException full) {
            return false;
        }
    }

    @Test
    @Pitfall("CL-16")
    void aServerThatDoesNotAnswerTheTlsHandshakeIsGivenUp(@TempDir Path folder) {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            assertThatThrownBy(() -> Dflockd.connect(options(server.address())
                            .tls(Certificates.in(folder).anonymous())
                            .connectTimeout(SHORT)
                            .build()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(server.address());
        }
    }

    @Test
    @Pitfall("CL-16")
    void aServerThatDoesNotAnswerTheSecretIsGivenUp() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.ignore("auth");

            assertThatThrownBy(() -> Dflockd.connect(options(server.address())
                            .authToken("open sesame")
                            .connectTimeout(SHORT)
                            .build()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(server.address())
                    .hasMessageNotContaining("sesame");
        }
    }

    @Test
    @Pitfall("CL-16")
    void aServerThatAcceptsAndSaysNothingIsGivenUp() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.ignore("fence");

            assertThatThrownBy(() -> Dflockd.connect(
                            options(server.address()).connectTimeout(SHORT).build()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(server.address());
        }
    }

    @Test
    void aServerThatIsNotThereIsToldByItsAddress() {
        try (ReservedPort nobody = new ReservedPort()) {
            assertThatThrownBy(() -> Clients.connect(nobody.address()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(nobody.address());
        }
    }

    @Test
    void anInterruptEndsTheWaitForTheFirstConnection() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.ignore("fence");
            Worker<Dflockd> connecting = Worker.start(() -> Clients.connect(server.address()));
            server.awaitFrame("fence");

            connecting.interrupt();

            assertThat(connecting.failure()).isInstanceOf(WaitInterruptedException.class);
            eventually().until(() -> server.connection(0).isEnded());
        }
    }

    @Test
    void severalServersThatAreNotThereAreAllNamed() {
        try (ReservedPort one = new ReservedPort();
                ReservedPort two = new ReservedPort()) {
            assertThatThrownBy(() -> Clients.connect(one.address(), two.address()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(one.address())
                    .hasMessageContaining(two.address());
        }
    }

    @Test
    void aStartMayWaitForItsServer() {
        try (TestServer server = TestServer.start()) {
            server.stop();
            Worker<Dflockd> connecting = Worker.start(() -> Dflockd.connect(options(server.address())
                    .startTimeout(PATIENCE)
                    .metrics(tally)
                    .build()));
            eventually().until(() -> tally.failedConnects() > 1);

            server.startAgain();

            connecting.result().close();
        }
    }

    @Test
    void aStartWaitsNoLongerThanItMay() {
        try (ReservedPort nobody = new ReservedPort()) {
            assertThatThrownBy(() -> Dflockd.connect(
                            options(nobody.address()).startTimeout(SHORT).build()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(nobody.address());
        }
    }

    @Test
    void oneOfSeveralServersIsEnough() {
        try (TestServer server = TestServer.start();
                ReservedPort nobody = new ReservedPort();
                Dflockd client = Dflockd.connect(options(nobody.address(), server.address())
                        .sharding((key, count) -> 1)
                        .build())) {
            assertThat(client.lock("orders").tryAcquire()).isPresent();
        }
    }

    @Test
    void aServerThatIsSilentDoesNotKeepTheOthersWaiting() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestServer server = TestServer.start()) {
            String first = "127.0.0.1:" + silent.getLocalPort();

            try (Dflockd client = Dflockd.connect(options(first, server.address())
                    .connectTimeout(Duration.ofMinutes(10))
                    .sharding((key, servers) -> 1)
                    .build())) {
                assertThat(client.lock("orders").tryAcquire()).isPresent();
            }
        }
    }
}
