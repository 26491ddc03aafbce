package io.dflockd.client.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A name server that does not answer. */
final class HangingNamesTest {
    private static final Endpoint SERVER = new Endpoint("lock.example.com", 6388);

    private final Transport transport = new Transport("dflockd-test", host -> new CompletableFuture<>());

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    @Pitfall("CL-16")
    void countsAgainstTheTimeForTheConnection() {
        CompletableFuture<Connection> connecting = transport.connect(SERVER, within(Duration.ofMillis(50)), push -> {});

        assertThatThrownBy(() -> connecting.get(10, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("lock.example.com:6388")
                .hasMessageContaining("no address of the host in time");
    }

    private static ConnectionSettings within(Duration connectTimeout) {
        ConnectionSettings usual = ConnectionSettings.DEFAULT;
        return new ConnectionSettings(connectTimeout, usual.pingInterval(), usual.answerTimeout(), null, null, true);
    }
}
