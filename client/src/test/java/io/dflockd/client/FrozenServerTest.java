package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class FrozenServerTest {
    private static final int LOCKS = 1_000;

    private final Logger log = (Logger) LoggerFactory.getLogger(Grant.class);

    /** Every loss is worth a line, but not hundreds of them here. */
    @BeforeEach
    void silenceLosses() {
        log.setLevel(Level.ERROR);
    }

    @AfterEach
    void tellOfLossesAgain() {
        log.setLevel(null);
    }

    @Test
    @Pitfall("CL-22")
    void ofThreeServersTakesOnlyItsOwnLocksAway() {
        Tally tally = new Tally();
        try (TestServer one = TestServer.start();
                TestServer two = TestServer.start();
                ServerChild frozen = new ServerChild();
                Dflockd client = Dflockd.connect(options(frozen.address(), one.address(), two.address())
                        .lease(Duration.ofSeconds(4))
                        .renewalRatio(0.2)
                        .sharding((key, servers) -> Integer.parseInt(key) % servers)
                        .metrics(tally)
                        .build())) {
            List<CompletableFuture<Grant>> grants = IntStream.range(0, LOCKS)
                    .mapToObj(i -> client.lock(Integer.toString(i)).acquireAsync(LONG))
                    .toList();
            grants.forEach(each -> Worker.start(each::join).result());

            frozen.freeze();
            eventually().untilAsserted(() -> assertThat(tally.losses()).hasSize((LOCKS + 2) / 3));
            tally.awaitRenewals(LOCKS);

            for (int i = 0; i < LOCKS; i++) {
                assertThat(grants.get(i).join().isHeld()).as("lock %d", i).isEqualTo(i % 3 != 0);
            }
            assertThat(tally.losses()).hasSize((LOCKS + 2) / 3);
        }
    }
}
