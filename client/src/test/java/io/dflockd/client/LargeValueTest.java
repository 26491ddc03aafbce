package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.Pitfall;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Values, items and signals that are as large as a server accepts, or larger. */
final class LargeValueTest {
    private static final int USUAL = 65_536;
    private static final String LARGEST = "v".repeat(1_048_576);

    @Test
    void valuesAndItemsOfTheLargestSizeComeBackWhole() {
        try (TestServer server = TestServer.start(config -> config.maxValue(LARGEST.length()));
                Dflockd client = Dflockd.connect(server.address())) {
            client.values().put("document", LARGEST);
            client.list("jobs").addLast(LARGEST);
            client.list("jobs").addLast(LARGEST);

            assertThat(client.values().get("document")).contains(LARGEST);
            assertThat(client.list("jobs").all()).containsExactly(LARGEST, LARGEST);
            assertThat(client.list("jobs").takeFirst(PATIENCE)).contains(LARGEST);
        }
    }

    @Test
    void aListThatIsTooLongToBeReadAtOnceCostsNoLock() {
        try (TestServer server = TestServer.start(config -> config.maxValue(LARGEST.length()));
                Dflockd client = Dflockd.connect(server.address());
                Grant grant = client.lock("orders").acquire(PATIENCE)) {
            ItemList jobs = client.list("jobs");
            for (int i = 0; i < 17; i++) {
                jobs.addLast(LARGEST);
            }

            assertThatExceptionOfType(DflockdException.class)
                    .isThrownBy(jobs::all)
                    .withMessage("range of list 'jobs' on " + server.address()
                            + ": the answer has more than 16777216 bytes; ask for less at a time");

            assertThat(jobs.range(0, 1)).containsExactly(LARGEST, LARGEST);
            assertThat(grant.isHeld()).isTrue();
            assertThat(server.census().holders()).isEqualTo(1);
        }
    }

    @Test
    void aSignalOfTheLargestSizeIsHeard() throws InterruptedException {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        try (TestServer server = TestServer.start(config -> config.maxValue(LARGEST.length()));
                Dflockd client = Dflockd.connect(server.address())) {
            client.signals().listen("jobs", signal -> heard.add(signal.payload()));

            assertThat(client.signals().send("jobs", LARGEST)).isEqualTo(1);

            assertThat(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(LARGEST);
        }
    }

    @Test
    @Pitfall("PP-02")
    void aValueThatIsTooLargeForTheServerCostsNoLock() {
        try (TestServer server = TestServer.start();
                Dflockd client = Dflockd.connect(server.address());
                Grant grant = client.lock("orders").acquire(PATIENCE)) {
            assertThatExceptionOfType(DflockdException.class)
                    .isThrownBy(() -> client.values().put("document", "v".repeat(USUAL + 1)))
                    .withMessage("setting of value 'document' on " + server.address()
                            + ": with 65537 bytes it is larger than the server accepts; its --max-value is 65536 by"
                            + " default (error)")
                    .satisfies(refused -> assertThat(refused.status()).isEqualTo(Status.ERROR));

            assertThat(grant.isHeld()).isTrue();
            assertThat(server.census().holders()).isEqualTo(1);
            client.values().put("document", "v".repeat(USUAL));
        }
    }
}
