package io.dflockd.client.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.testkit.Pitfall;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a name server says, or does not. */
final class NamesTest {
    private static final Endpoint SERVER = new Endpoint("lock.example.com", 6388);

    @Test
    @Pitfall("CL-16")
    void aLookupThatHangsCountsAgainstTheTimeForTheConnection() {
        try (Transport transport = new Transport("dflockd-test", host -> new CompletableFuture<>())) {
            CompletableFuture<Connection> connecting =
                    transport.connect(SERVER, within(Duration.ofMillis(50)), push -> {});

            assertThatThrownBy(() -> connecting.get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("lock.example.com:6388")
                    .hasMessageContaining("no address of the host in time");
        }
    }

    @Test
    void theAddressesOfAHostAreTriedInTurn() throws Exception {
        InetAddress nobody = InetAddress.getByName("127.0.0.3");
        InetAddress server = InetAddress.getByName("127.0.0.2");
        CompletableFuture<List<InetAddress>> addresses = CompletableFuture.completedFuture(List.of(nobody, server));
        try (Transport transport = new Transport("dflockd-test", host -> addresses);
                ServerSocket listening = new ServerSocket(0, 1, server)) {
            transport.connect(
                    new Endpoint("lock.example.com", listening.getLocalPort()),
                    within(Duration.ofSeconds(10)),
                    push -> {});

            listening.setSoTimeout(10_000);
            listening.accept().close();
        }
    }

    private static ConnectionSettings within(Duration connectTimeout) {
        ConnectionSettings usual = ConnectionSettings.DEFAULT;
        return new ConnectionSettings(
                connectTimeout, usual.pingInterval(), usual.answerTimeout(), null, null, null, true);
    }
}
