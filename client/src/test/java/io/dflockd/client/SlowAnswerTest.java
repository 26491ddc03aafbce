package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** An answer that is on its way for longer than the time in which answers must come. */
final class SlowAnswerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aLongListOnASlowPathCostsNeitherTheConnectionNorItsLocks() {
        String item = "i".repeat(50_000);
        try (TestServer server = TestServer.start();
                FaultProxy proxy = new FaultProxy(server.port());
                Dflockd client = Dflockd.connect(
                        options(proxy.address()).answerTimeout(SECOND).build())) {
            Grant grant = client.lock("orders").acquire(LONG);
            for (int i = 0; i < 5; i++) {
                client.list("jobs").addLast(item);
            }
            proxy.slowRead(Direction.TO_CLIENT, 1_000, Duration.ofMillis(10));

            assertThat(client.list("jobs").range(0, -1)).isEqualTo(Collections.nCopies(5, item));

            assertThat(grant.isHeld()).isTrue();
            assertThat(proxy.connections()).isOne();
        }
    }
}
