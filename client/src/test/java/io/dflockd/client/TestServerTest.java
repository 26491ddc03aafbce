package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.WireClient;
import java.net.ConnectException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestServerTest {
    @Test
    void servesWithItsOptions() {
        try (TestServer server = TestServer.start(config -> config.maxLocks(1));
                WireClient client = server.wireClient()) {
            assertThat(client.ask("l", "a", "0")).startsWith("ok ");
            assertThat(client.ask("l", "b", "0")).isEqualTo("error_max_locks");
            server.awaitHolders(1);

            client.close();

            server.awaitQuiet();
        }
    }

    @Test
    void startsAgainOnTheSamePort() {
        try (TestServer server = TestServer.start();
                WireClient before = server.wireClient()) {
            assertThat(before.ask("l", "a", "0")).startsWith("ok ");

            server.restart();

            before.expectEof();
            try (WireClient after = server.wireClient()) {
                assertThat(after.ask("l", "a", "0")).startsWith("ok ");
            }
        }
    }

    @Test
    void refusesConnectionsWhileItIsStopped() {
        try (TestServer server = TestServer.start()) {
            server.stop();

            assertThatThrownBy(server::wireClient).hasCauseInstanceOf(ConnectException.class);
        }
    }

    @Test
    void drains() {
        try (TestServer server = TestServer.start();
                WireClient client = server.wireClient()) {
            server.awaitConnections(1);

            server.drain();

            client.expectEof();
            server.startAgain();
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void letsInWhoKnowsTheToken() {
        try (TestServer server = TestServer.withAuth("open sesame");
                WireClient client = server.wireClient()) {
            assertThat(client.ask("auth", "_", "open sesame")).isEqualTo("ok");
            assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
        }
    }

    @Test
    void speaksTls(@TempDir Path folder) {
        Certificates certificates = Certificates.in(folder);
        try (TestServer server = TestServer.withTls(certificates);
                WireClient client = WireClient.connect("127.0.0.1", server.port(), certificates.anonymous())) {
            assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
        }
    }

    @Test
    void asksForACertificate(@TempDir Path folder) {
        Certificates certificates = Certificates.in(folder);
        try (TestServer server = TestServer.withClientCertificates(certificates);
                WireClient client = WireClient.connect("127.0.0.1", server.port(), certificates.known())) {
            assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
        }
    }
}
