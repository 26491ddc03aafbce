package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.ForgottenGrantTest.awaitCollected;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With a real server: nothing in the client keeps what the application has forgotten. */
final class ForgottenLockTest extends OnServer {
    private record Way(String name, Function<Dflockd, Object> acquire) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Way> ways() {
        return Stream.of(
                new Way("waiting", client -> client.lock("orders").acquire(LONG)),
                new Way("trying", client -> client.lock("orders").tryAcquire().orElseThrow()),
                new Way(
                        "async",
                        client -> client.lock("orders").acquireAsync(LONG).join()),
                new Way(
                        "in two phases",
                        client -> client.lock("orders").enqueue().await(LONG)),
                new Way("campaigning", client -> client.election("orders").campaign(LONG)),
                new Way(
                        "as a lock of the JDK",
                        client -> locked(client.lock("orders").asLock())));
    }

    private static java.util.concurrent.locks.Lock locked(java.util.concurrent.locks.Lock lock) {
        lock.lock();
        return lock;
    }

    @ParameterizedTest
    @MethodSource("ways")
    void isNotKeptByTheClientHoweverItWasAcquired(Way way) {
        awaitCollected(new WeakReference<>(way.acquire().apply(client)));
    }

    @Test
    void isFreeForOthersWhenItsLeaseIsOver() {
        try (Dflockd other = Clients.of(server.address())) {
            Lock lock = client.lock("orders").lease(Duration.ofSeconds(1));
            awaitCollected(new WeakReference<>(lock.acquire(LONG)));

            assertThat(other.lock("orders").acquire(LONG).isHeld()).isTrue();
        }
    }
}
