package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
    private final Certificates certificates;
    private final TestServer server;

    TlsTest(@TempDir Path folder) {
        certificates = Certificates.in(folder);
        server = TestServer.withTls(certificates);
    }

    @AfterEach
    void closeAll() {
        server.close();
    }

    private DflockdOptions.Builder trusting(String host) {
        return options(host + ":" + server.port()).tls(certificates.anonymous());
    }

    private static void assertWorks(DflockdOptions options) {
        try (Dflockd client = Dflockd.connect(options);
                Grant grant = client.lock("orders").acquire(LONG)) {
            assertThat(grant.release()).isTrue();
        }
    }

    @Test
    void aServerWithATrustedCertificateForItsNameIsUsed() {
        assertWorks(trusting("127.0.0.1").build());
        assertWorks(trusting("localhost").build());
    }

    /** A server at an address that its certificate does not name. */
    static TestServer underAnotherName(Certificates certificates) {
        return TestServer.start(
                config -> TestServer.tls(certificates).apply(config).host("127.0.0.2"));
    }

    @Test
    @Pitfall("TA-03")
    void aCertificateForAnotherNameIsRefusedUnlessTheNameIsNotToBeChecked() {
        try (TestServer nameless = underAnotherName(certificates)) {
            String address = "127.0.0.2:" + nameless.port();
            DflockdOptions.Builder options = options(address).tls(certificates.anonymous());

            assertThatThrownBy(() -> Dflockd.connect(options.build()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(address);
            assertWorks(options.verifyHostName(false).build());
        }
    }

    @Test
    @Pitfall("TA-03")
    void aCertificateThatIsOverOrOfTheServersOwnMakingIsRefused() {
        for (Certificates.ServerFiles files : List.of(certificates.expired(), certificates.selfSigned())) {
            try (TestServer doubtful =
                    TestServer.start(config -> config.tlsCert(files.cert()).tlsKey(files.key()))) {
                assertThatThrownBy(() -> Dflockd.connect(options(doubtful.address())
                                .tls(certificates.anonymous())
                                .build()))
                        .as("%s", files)
                        .isInstanceOf(ConnectionException.class)
                        .hasMessageContaining(doubtful.address());
            }
        }
    }

    @Test
    @Pitfall("TA-03")
    void aCertificateThatNobodyVouchesForIsRefusedWithAndWithoutTheCheckOfTheName() throws NoSuchAlgorithmException {
        for (boolean verify : new boolean[] {true, false}) {
            DflockdOptions strict = options(server.address())
                    .tls(SSLContext.getDefault())
                    .verifyHostName(verify)
                    .build();
            assertThatThrownBy(() -> Dflockd.connect(strict))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(server.address());
        }
    }

    @Test
    void aServerWithoutTlsIsNotUsedInTheClear() {
        try (TestServer plain = TestServer.start()) {
            assertThatThrownBy(() -> Dflockd.connect(options(plain.address())
                            .tls(certificates.anonymous())
                            .build()))
                    .isInstanceOf(ConnectionException.class);
        }
    }

    /** The real one closes the connection, and its answer may get lost with that. */
    @Test
    void aServerThatAnswersInTheClearIsToldAsSuch() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            DflockdOptions options = options("127.0.0.1:" + plain.getLocalPort())
                    .tls(certificates.anonymous())
                    .build();
            Worker<Dflockd> connecting = Worker.start(() -> Dflockd.connect(options));
            try (Socket accepted = plain.accept()) {
                accepted.getOutputStream().write("error\n".getBytes(StandardCharsets.UTF_8));

                assertThat(connecting.failure())
                        .isInstanceOf(ConnectionException.class)
                        .hasMessageContaining("does not speak TLS");
            }
        }
    }

    @Test
    void aClientWithoutTlsIsNotServedByAServerWithIt() {
        assertThatThrownBy(() -> Clients.connect(server.address()))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("does it want TLS?");
    }

    @Test
    void aServerThatAsksForACertificateGetsOne() {
        try (TestServer asking = TestServer.withClientCertificates(certificates)) {
            assertWorks(options(asking.address()).tls(certificates.known()).build());
            assertThatThrownBy(() -> Dflockd.connect(options(asking.address())
                            .tls(certificates.unknown())
                            .build()))
                    .isInstanceOf(ConnectionException.class);
        }
    }
}
