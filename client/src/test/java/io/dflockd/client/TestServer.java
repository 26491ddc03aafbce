package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.engine.Census;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.WireClient;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The real server, in this process, on a port that it keeps when it is stopped and started again.
 *
 * <pre>{@code
 * try (TestServer server = TestServer.start(config -> config.maxLocks(2))) {
 *     connectTo(server.address());
 *     server.restart();
 * }
 * }</pre>
 */
final class TestServer implements AutoCloseable {
    private final ReservedPort port = new ReservedPort();
    private final UnaryOperator<ServerConfig.Builder> settings;
    private @Nullable DflockdServer running;

    private TestServer(UnaryOperator<ServerConfig.Builder> settings) {
        this.settings = settings;
    }

    static TestServer start() {
        return start(config -> config);
    }

    static TestServer start(UnaryOperator<ServerConfig.Builder> settings) {
        TestServer server = new TestServer(settings);
        server.startAgain();
        return server;
    }

    /** A server that lets in whoever sends this token first. */
    static TestServer withAuth(String token) {
        return start(config -> config.authToken(token));
    }

    /** A server that speaks TLS and asks for no certificate. */
    static TestServer withTls(Certificates certificates) {
        return start(tls(certificates));
    }

    /** A server that speaks TLS with whoever shows a certificate of the authority. */
    static TestServer withClientCertificates(Certificates certificates) {
        return start(config -> tls(certificates).apply(config).tlsClientCa(certificates.authority()));
    }

    /** The settings of a server with a certificate, for a test that has more to set. */
    static UnaryOperator<ServerConfig.Builder> tls(Certificates certificates) {
        return config -> config.tlsCert(certificates.serverCert()).tlsKey(certificates.serverKey());
    }

    int port() {
        return port.number();
    }

    /** 127.0.0.1:port, also while the server is stopped. */
    String address() {
        return port.address();
    }

    /** A client that knows nothing of the one under test, to look at the server from outside. */
    WireClient wireClient() {
        return WireClient.connect("127.0.0.1", port());
    }

    Census census() {
        return running().census();
    }

    int connections() {
        return running().connections();
    }

    void awaitConnections(int count) {
        eventually().untilAsserted(() -> assertThat(connections()).isEqualTo(count));
    }

    void awaitHolders(int count) {
        eventually().untilAsserted(() -> assertThat(census().holders()).isEqualTo(count));
    }

    void awaitWaiters(int count) {
        eventually().untilAsserted(() -> assertThat(census().waiters()).isEqualTo(count));
    }

    /** Nobody is connected, and nothing is held, waited for or subscribed to. */
    void awaitQuiet() {
        awaitConnections(0);
        eventually().untilAsserted(() -> assertThat(census()).matches(Census::isQuiet, "is quiet"));
    }

    /** Stops at once, with all that it knows; whoever connects is refused. */
    void stop() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    /** Stops in an orderly way. Waits until everyone has gone. */
    void drain() {
        running().drain().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        running = null;
    }

    /** Starts a stopped server on the same port. It has forgotten everything. */
    void startAgain() {
        if (running != null) {
            throw new IllegalStateException("runs already: " + address());
        }
        try {
            ServerConfig.Builder config = ServerConfig.builder().eventLoops(2);
            running = DflockdServer.start(settings.apply(config).port(port()).build());
        } catch (StartupException failed) {
            throw new AssertionError(failed.getMessage(), failed);
        }
    }

    void restart() {
        stop();
        startAgain();
    }

    private DflockdServer running() {
        if (running == null) {
            throw new IllegalStateException("is stopped: " + address());
        }
        return running;
    }

    @Override
    public void close() {
        stop();
        port.close();
    }
}
