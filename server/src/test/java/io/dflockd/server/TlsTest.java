package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TlsTest {
    private static final int ALERT = 21;
    private static final int PROTOCOL_VERSION = 70;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @TempDir
    Path folder;

    private Certificates certificates;

    @BeforeEach
    void makeCertificates() {
        certificates = Certificates.in(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    @Pitfall("TA-07")
    void speaksTls(String version) throws IOException {
        DflockdServer server = startEncrypted(config -> config);
        try (SSLSocket socket = (SSLSocket) certificates
                .anonymous()
                .getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort())) {
            socket.setEnabledProtocols(new String[] {version});

            socket.getOutputStream().write("ping\n_\n_\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(socket.getInputStream().readNBytes(3)).asString().isEqualTo("ok\n");
            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
        }
    }

    /** By hand, because no client of today's Java would say it. */
    @ParameterizedTest
    @ValueSource(ints = {0x0301, 0x0302})
    @Pitfall("TA-07")
    void refusesTlsBefore12(int version) throws IOException {
        DflockdServer server = startEncrypted(config -> config);
        try (Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            socket.setSoTimeout(5_000);

            socket.getOutputStream().write(clientHello(version));

            InputStream in = socket.getInputStream();
            assertThat(in.read()).as("record type").isEqualTo(ALERT);
            byte[] rest = in.readAllBytes();
            assertThat(rest[rest.length - 1]).as("alert").isEqualTo((byte) PROTOCOL_VERSION);
        }
    }

    @Test
    void theSameProtocolIsSpokenInside() {
        DflockdServer server = startEncrypted(config -> config);
        WireClient alice = connect(server, certificates.anonymous());
        WireClient bob = connect(server, certificates.anonymous());

        String token = alice.ask("l", "k", "0").split(" ", -1)[1];
        bob.send("l", "k", "60");
        bob.expectQuiet(20);
        assertThat(alice.ask("r", "k", token)).isEqualTo("ok");

        assertThat(bob.readLine()).startsWith("ok ");
        bob.sendRaw("x".repeat(300) + "\n");
        assertThat(bob.readLine()).isEqualTo("error");
        bob.expectEof();
    }

    @Test
    @Pitfall("PP-04")
    void theErrorLineIsNotLostToInputThatIsStillComing() {
        DflockdServer server = startEncrypted(config -> config);
        for (int i = 0; i < 40; i++) {
            WireClient client = connect(server, certificates.anonymous());

            ConnectionEndsTest.sendUntilCutOff(client, "x".repeat(300) + "\n", 1_000);

            assertThat(client.readLine()).isEqualTo("error");
            client.expectEof();
        }
    }

    /** TLS 1.3 knows half-closed connections; before it, the end of one direction is the end of both. */
    @Test
    void framesBeforeAHalfCloseAreAnsweredInside() throws IOException {
        DflockdServer server = startEncrypted(config -> config);
        for (int i = 0; i < 10; i++) {
            WireClient client = connect(server, certificates.anonymous());

            client.sendRaw("rpush\nq\nx\n".repeat(2_000) + "lrange\nq\n0 -1\n".repeat(100));
            client.halfClose();

            for (int frame = 0; frame < 2_100; frame++) {
                assertThat(client.readLine()).startsWith("ok ");
            }
            client.expectEof();
        }
    }

    @Test
    void aThousandPipelinedRequestsAreAnsweredInside() {
        DflockdServer server = startEncrypted(config -> config);
        WireClient client = connect(server, certificates.anonymous());

        client.sendRaw("ping\n_\n_\nfence\n_\nmaybe\n".repeat(1_000));

        for (int i = 0; i < 1_000; i++) {
            assertThat(client.readLine()).isEqualTo("ok");
            assertThat(client.readLine()).isEqualTo("error");
        }
    }

    @Test
    @Pitfall("TA-01")
    void fiveHundredStalledHandshakesHoldUpNobodyAndAreCutOff() {
        DflockdServer server = startEncrypted(config -> config.readTimeout(Duration.ofSeconds(8)));
        List<WireClient> stalled = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            stalled.add(servers.client());
        }

        WireClient good = connect(server, certificates.anonymous());
        assertThat(good.ask("l", "k", "0")).startsWith("ok ");
        assertThat(server.connections()).as("all of them are still there").isEqualTo(501);

        eventually().until(() -> server.connections() == 1);
        stalled.forEach(WireClient::expectEof);
        assertThat(good.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    @Pitfall("TA-01")
    void handshakeAndAuthenticationShareOneDeadline() {
        DflockdServer server = startEncrypted(
                config -> config.readTimeout(Duration.ofSeconds(1)).authToken("secret"));
        WireClient client = connect(server, certificates.anonymous());

        assertThat(client.readLine()).isEqualTo("error_auth");
        client.expectEof();
    }

    @Test
    @Pitfall("TA-08")
    void plainTextOnATlsPortEndsSoon() throws IOException {
        DflockdServer server = startEncrypted(config -> config);
        try (Socket plain =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            plain.setSoTimeout(5_000);

            plain.getOutputStream().write("ping\n_\n_\n".getBytes(StandardCharsets.US_ASCII));

            byte[] answer = plain.getInputStream().readAllBytes();
            assertThat(new String(answer, StandardCharsets.ISO_8859_1)).doesNotContain("ok");
        }
        eventually().until(() -> server.connections() == 0);
    }

    @Test
    @Pitfall("TA-08")
    void tlsOnAPlainPortEndsAtTheReadTimeout() {
        DflockdServer server = servers.start(config -> config.readTimeout(Duration.ofSeconds(1)));

        assertThatThrownBy(() -> connect(server, certificates.anonymous())).isInstanceOf(UncheckedIOException.class);

        eventually().until(() -> server.connections() == 0);
    }

    @Test
    void aClientWithACertificateOfTheAuthorityIsLetIn() {
        DflockdServer server = startEncrypted(config -> config.tlsClientCa(certificates.authority()));

        WireClient client = connect(server, certificates.known());

        assertThat(client.ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    void aClientWithoutACertificateOfTheAuthorityIsNot() {
        DflockdServer server = startEncrypted(config -> config.tlsClientCa(certificates.authority()));

        assertThat(isServed(server, certificates.anonymous())).isFalse();
        assertThat(isServed(server, certificates.unknown())).isFalse();
        eventually().until(() -> server.connections() == 0);
    }

    /** With TLS 1.3 a client hears of its rejection only when it reads. */
    private boolean isServed(DflockdServer server, SSLContext context) {
        try (WireClient client =
                WireClient.connect("127.0.0.1", server.address().getPort(), context)) {
            client.send("ping", "_", "_");
            return client.receive(Duration.ofSeconds(5)).isLine();
        } catch (UncheckedIOException refused) {
            return false;
        }
    }

    private DflockdServer startEncrypted(UnaryOperator<ServerConfig.Builder> settings) {
        return servers.start(config ->
                settings.apply(config.tlsCert(certificates.serverCert()).tlsKey(certificates.serverKey())));
    }

    private WireClient connect(DflockdServer server, SSLContext context) {
        return servers.track(WireClient.connect("127.0.0.1", server.address().getPort(), context));
    }

    /** A first message that offers nothing newer than this version, with two usual cipher suites. */
    private static byte[] clientHello(int version) {
        ByteBuffer hello = ByteBuffer.allocate(128);
        hello.putShort((short) version).put(new byte[32]).put((byte) 0); // random, no session
        hello.putShort((short) 4).putShort((short) 0xC013).putShort((short) 0x002F);
        hello.put((byte) 1).put((byte) 0); // no compression
        byte[] body = new byte[hello.position()];
        hello.flip().get(body);
        ByteBuffer record = ByteBuffer.allocate(body.length + 9);
        record.put((byte) 22).putShort((short) 0x0301).putShort((short) (body.length + 4));
        record.put((byte) 1).put((byte) 0).putShort((short) body.length).put(body);
        return record.array();
    }
}
