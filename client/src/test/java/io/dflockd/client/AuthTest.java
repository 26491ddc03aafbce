package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.AuthException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AuthTest {
    private static final String SECRET = "open sesame";

    private final TestServer server = TestServer.withAuth(SECRET);

    @AfterEach
    void closeAll() {
        server.close();
    }

    private Dflockd connect(String secret) {
        return Dflockd.connect(options(server.address()).authToken(secret).build());
    }

    @Test
    void theRightSecretLetsIn() {
        try (Dflockd client = connect(SECRET);
                Grant grant = client.lock("orders").acquire(LONG)) {
            assertThat(grant.release()).isTrue();
        }
    }

    @Test
    void aWrongSecretIsRefusedAndNotShown() {
        assertThatThrownBy(() -> connect("open sesamy"))
                .isInstanceOf(AuthException.class)
                .hasMessageContaining(server.address())
                .hasMessageNotContaining("sesam");
        server.awaitConnections(0);
    }

    @Test
    void aSecretThatIsWrongForAllServersIsToldAsSuch() {
        try (TestServer second = TestServer.withAuth(SECRET)) {
            assertThatThrownBy(() -> Clients.connect(server.address(), second.address()))
                    .isInstanceOf(AuthException.class)
                    .hasMessageContaining(server.address())
                    .hasMessageContaining(second.address());
        }
    }

    @Test
    void aMissingSecretIsRefused() {
        assertThatThrownBy(() -> Clients.connect(server.address())).isInstanceOf(AuthException.class);
        server.awaitConnections(0);
    }

    @Test
    void aSecretForAServerThatAsksForNoneDoesNoHarm() {
        try (TestServer open = TestServer.start();
                Dflockd client = Dflockd.connect(
                        options(open.address()).authToken(SECRET).build())) {
            assertThat(client.lock("orders").tryAcquire()).isPresent();
        }
    }

    @Test
    void theSecretIsSentOnEveryNewConnection() {
        try (Dflockd client = connect(SECRET)) {
            server.restart();

            assertThat(client.lock("orders").acquire(LONG).isHeld()).isTrue();
        }
    }

    @Test
    void aSecretThatTurnsWrongEndsAnAcquireInsteadOfTryingForEver() {
        try (ScriptedServer scripted = ScriptedServer.tagged()) {
            scripted.once("auth", "ok");
            scripted.on("auth", "error_auth");
            scripted.on("l", frame -> scripted.closeConnections());
            try (Dflockd client = Dflockd.connect(
                    options(scripted.address()).authToken(SECRET).build())) {
                assertThat(Worker.start(() -> client.lock("orders").acquire(LONG))
                                .failure())
                        .isInstanceOf(AuthException.class);
            }
        }
    }
}
