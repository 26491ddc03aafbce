package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a server starts, and how it says that it cannot. */
final class StartupTest {
    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @TempDir
    Path folder;

    @Test
    @Pitfall("SL-09")
    void listensOnAnIpv6Address() throws IOException {
        assumeTrue(hasLoopback("::1"), "this machine has no IPv6");
        DflockdServer server = servers.start(config -> config.host("::1"));

        WireClient client =
                servers.track(WireClient.connect("::1", server.address().getPort()));

        assertThat(client.ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    @Pitfall("SL-09")
    void aTakenPortIsOneClearLine() {
        int taken = servers.start().address().getPort();

        assertThatThrownBy(() -> start(config -> config.port(taken)))
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot listen on 127.0.0.1:" + taken + ": the port is in use; choose another with --port");
    }

    @Test
    @Pitfall("SL-09")
    void aTakenPortOfAnIpv6AddressIsWrittenInBrackets() throws IOException {
        assumeTrue(hasLoopback("::1"), "this machine has no IPv6");
        int taken = servers.start(config -> config.host("::1")).address().getPort();

        assertThatThrownBy(() -> start(config -> config.host("::1").port(taken)))
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot listen on [::1]:" + taken + ": the port is in use; choose another with --port");
    }

    @Test
    @Pitfall("SL-09")
    void anAddressOfSomebodyElseIsOneClearLine() {
        assertThatThrownBy(() -> start(config -> config.host("192.0.2.1")))
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot listen on 192.0.2.1:0: it is not an address of this machine");
    }

    @Test
    @Pitfall("SL-09")
    void aHostThatDoesNotExistIsOneClearLine() {
        assertThatThrownBy(() -> start(config -> config.host("no host at all")))
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot listen on --host no host at all: no such host");
    }

    @Test
    @Pitfall("SL-05")
    void aFailedStartLeavesNoThreadAndNoLockedFile() {
        Path fence = folder.resolve("fence");
        int taken = servers.start(config -> config.eventLoops(1)).address().getPort();
        int before = ServerThreads.names().size();

        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> start(config -> config.port(taken).fenceStateFile(fence)))
                    .hasMessageContaining("in use");
            assertThatThrownBy(() ->
                            start(config -> config.port(taken).tlsCert(fence).tlsKey(fence)))
                    .isInstanceOf(StartupException.class);
        }

        eventually().untilAsserted(() -> assertThat(ServerThreads.names()).hasSizeLessThanOrEqualTo(before));
        servers.start(config -> config.fenceStateFile(fence));
    }

    @Test
    @Pitfall("SL-05")
    void aTransportThatIsMissingIsOneClearLineAndLeavesNoLockedFile() {
        assumeFalse(IoUring.isAvailable(), "here io_uring works");
        Path fence = folder.resolve("fence");

        assertThatThrownBy(() ->
                        start(config -> config.transport(Transport.IO_URING).fenceStateFile(fence)))
                .isInstanceOf(StartupException.class)
                .hasMessage("--transport io_uring is not available on this machine; auto or nio is");

        servers.start(config -> config.fenceStateFile(fence));
    }

    @ParameterizedTest
    @EnumSource(value = Transport.class)
    void everyTransportThatTheMachineHasServes(Transport transport) {
        assumeTrue(isAvailable(transport), transport + " is not available here");
        DflockdServer server = servers.start(config -> config.transport(transport));

        assertThat(server.transport()).isIn(transport, Transport.EPOLL, Transport.NIO);
        WireClient client = servers.client();
        String token = client.ask("l", "k", "0").split(" ", -1)[1];
        assertThat(client.ask("r", "k", token)).isEqualTo("ok");
        client.sendRaw("x".repeat(300) + "\n");
        assertThat(client.readLine()).isEqualTo("error");
        client.expectEof();
    }

    @Test
    void severalServersLiveInOneProcess() {
        servers.start();
        WireClient ofTheFirst = servers.client();
        servers.start();
        WireClient ofTheSecond = servers.client();

        assertThat(ofTheFirst.ask("l", "k", "0")).startsWith("ok ");
        assertThat(ofTheSecond.ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    @Pitfall("TA-07")
    void certificatesThatCannotBeUsedAreOneClearLine() throws IOException {
        Path missing = folder.resolve("missing.pem");
        Path nonsense = Files.writeString(folder.resolve("nonsense.pem"), "nonsense\n");
        Certificates certificates = Certificates.in(folder);

        assertThatThrownBy(() -> start(config -> config.tlsCert(missing).tlsKey(certificates.serverKey())))
                .isInstanceOf(StartupException.class)
                .hasMessage("--tls-cert " + missing + " does not exist");
        assertThatThrownBy(() -> start(
                        config -> config.tlsCert(certificates.serverCert()).tlsKey(folder)))
                .isInstanceOf(StartupException.class)
                .hasMessage("--tls-key " + folder + " cannot be read");
        assertThatThrownBy(() -> start(config -> config.tlsCert(nonsense).tlsKey(certificates.serverKey())))
                .isInstanceOf(StartupException.class)
                .hasMessage("--tls-cert " + nonsense + " is not a certificate in PEM form");
        assertThatThrownBy(() -> start(
                        config -> config.tlsCert(certificates.serverCert()).tlsKey(nonsense)))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("--tls-key " + nonsense + " has no unencrypted PKCS #8 key");
        assertThatThrownBy(() ->
                        start(config -> config.tlsCert(certificates.authority()).tlsKey(certificates.serverKey())))
                .isInstanceOf(StartupException.class)
                .hasMessage("--tls-key " + certificates.serverKey() + " is not the key of the certificate");
        assertThatThrownBy(() -> start(config -> config.tlsCert(certificates.serverCert())
                        .tlsKey(certificates.serverKey())
                        .tlsClientCa(nonsense)))
                .isInstanceOf(StartupException.class)
                .hasMessage("--tls-client-ca " + nonsense + " is not a certificate in PEM form");
        assertThatThrownBy(() -> start(config -> config.tlsCert(certificates.serverCert())
                        .tlsKey(certificates.serverKey())
                        .tlsClientCa(missing)))
                .isInstanceOf(StartupException.class)
                .hasMessage("--tls-client-ca " + missing + " does not exist");
    }

    private void start(UnaryOperator<ServerConfig.Builder> settings) throws StartupException {
        DflockdServer.start(settings.apply(ServerConfig.builder().port(0)).build())
                .close();
    }

    private static boolean isAvailable(Transport transport) {
        return switch (transport) {
            case EPOLL -> Epoll.isAvailable();
            case IO_URING -> IoUring.isAvailable();
            case NIO, AUTO -> true;
        };
    }

    private static boolean hasLoopback(String address) throws IOException {
        return NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
    }
}
