package io.dflockd.server;

import static io.dflockd.server.ServerFixture.acquireMany;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class StatsTest {
    private static final int LOCKS = 100_000;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    /** One event loop serves both clients: if it were busy with the stats, nobody would be answered meanwhile. */
    @Test
    @Pitfall({"PP-12", "SL-10"})
    void aHundredThousandLocksFitIntoOneLineAndHoldUpNobody() {
        servers.start(config -> config.eventLoops(1).maxLocks(2 * LOCKS));
        WireClient curious = servers.client();
        WireClient other = servers.client();
        acquireMany(other, "k", LOCKS);

        curious.sendRaw("stats\n_\n_\n".repeat(2));
        int answered = 0;
        for (int whole = 0; whole < 2; ) {
            assertThat(other.ask("ping", "_", "_")).isEqualTo("ok");
            answered++;
            Received stats = curious.receive(Duration.ofMillis(1));
            if (stats.isLine()) {
                assertWhole(stats.text());
                whole++;
            }
        }

        assertThat(answered).as("answers while the stats were made").isGreaterThan(5);
    }

    /** Few enough locks for the loop to collect them itself, but many times in a row: others get their turn between. */
    @Test
    @Pitfall({"SL-10", "LC-03"})
    void manyStatsInARowHoldUpNobody() {
        servers.start(config -> config.eventLoops(1));
        WireClient curious = servers.client();
        WireClient other = servers.client();
        acquireMany(other, "k", 900);
        int requests = 2_000;

        curious.sendRaw("stats\n_\n_\n".repeat(requests));
        Thread reader = new Thread(() -> {
            for (int i = 0; i < requests; i++) {
                curious.readLine(Duration.ofSeconds(30));
            }
        });
        reader.start();
        int answered = 0;
        while (reader.isAlive()) {
            assertThat(other.ask("ping", "_", "_")).isEqualTo("ok");
            answered++;
        }

        assertThat(answered).as("answers while the stats were made").isGreaterThan(20);
    }

    private static void assertWhole(String stats) {
        assertThat(stats.startsWith("ok {\"connections\":2,\"locks\":[{\"key\":\"k0\","))
                .isTrue();
        assertThat(stats.endsWith("\"watch_channels\":[],\"barriers\":[]}")).isTrue();
        assertThat(stats.split("\"key\":", -1)).hasSize(LOCKS + 1);
    }

    @Test
    @Pitfall("PP-12")
    void requestsBehindALargeStatsWaitForIt() {
        servers.start(config -> config.eventLoops(1).maxLocks(20_000));
        WireClient client = servers.client();
        acquireMany(client, "k", 10_000);

        client.sendRaw("stats\n_\n_\nping\n_\n_\nfence\n_\nmaybe\n");

        assertThat(client.readLine()).startsWith("ok {");
        assertThat(client.readLine()).isEqualTo("ok");
        assertThat(client.readLine()).isEqualTo("error");
    }

    @Test
    void aClientThatLeavesBeforeItsStatsAreReadyHarmsNobody() {
        servers.start(config -> config.eventLoops(1).maxLocks(20_000));
        WireClient other = servers.client();
        acquireMany(other, "k", 10_000);

        for (int i = 0; i < 20; i++) {
            WireClient hasty = servers.client();
            hasty.sendRaw("stats\n_\n_\n".repeat(2));
            hasty.abort();
        }

        assertThat(other.ask("ping", "_", "_")).isEqualTo("ok");
    }
}
