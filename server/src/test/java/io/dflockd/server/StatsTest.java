package io.dflockd.server;

import static io.dflockd.server.ServerFixture.acquireMany;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"_", "summary"})
    void aClientThatHasClosedItsSideStillGetsTheWholeLine(String what) {
        servers.start();
        acquireMany(servers.client(), "k", 1_020);

        for (int i = 0; i < 20; i++) {
            WireClient client = servers.client();
            client.sendRaw("stats\n_\n" + what + "\nping\n_\n_\n");
            client.halfClose();

            assertThat(client.readLine()).startsWith("ok {").endsWith("}");
            assertThat(client.readLine()).isEqualTo("ok");
            client.expectEof();
        }
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

    @Test
    @Pitfall("SL-01")
    void aServerThatStopsWhileStatsAreMadeDoesSoInSilence() {
        Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        try (LogCapture log = LogCapture.of(StatsDesk.class);
                LogCapture connections = LogCapture.of(Connection.class)) {
            for (int i = 0; i < 10; i++) {
                DflockdServer server = servers.start(config -> config.maxLocks(10_000));
                acquireMany(servers.client(), "k", 5_000);
                for (int curious = 0; curious < 20; curious++) {
                    servers.client().sendRaw("stats\n_\n_\n".repeat(3));
                }
                server.close();
            }
            assertThat(log.lines()).isEmpty();
            assertThat(connections.lines()).isEmpty();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }

        assertThat(uncaught).isEmpty();
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

    /** A long line is written in pieces; pushes and other answers wait for its end. */
    @Test
    @Pitfall({"SL-10", "PP-12"})
    void nothingIsSaidInTheMiddleOfALongLine() {
        servers.start(config -> config.eventLoops(1).maxLocks(2 * LOCKS));
        WireClient curious = servers.client();
        WireClient other = servers.client();
        acquireMany(other, "k", LOCKS);
        assertThat(curious.ask("tag", "_", "on")).isEqualTo("ok");
        curious.sendRaw("1 listen\nnews\n\n2 l\nk0\n60\n");
        assertThat(curious.readLine()).isEqualTo("1 ok");

        curious.sendRaw("3 stats\n_\n_\n4 stats\n_\nsummary\n");
        List<String> heard = new ArrayList<>();
        int signals = 0;
        while (heard.stream().noneMatch(line -> line.startsWith("4 "))) {
            assertThat(other.ask("signal", "news", "n" + signals++)).isEqualTo("ok 1");
            Received received = curious.receive(Duration.ofMillis(1));
            if (received.isLine()) {
                heard.add(received.text());
            }
        }

        assertThat(answer("3 ", heard).startsWith("3 ok {\"connections\":2,")).isTrue();
        assertThat(answer("3 ", heard).split("\"owner_conn_id\":", -1)).hasSize(LOCKS + 1);
        assertThat(answer("3 ", heard).endsWith("\"barriers\":[]}")).isTrue();
        assertThat(answer("4 ", heard))
                .contains("\"locks\":100000,")
                .endsWith("[{\"key\":\"k0\",\"kind\":\"lock\",\"waiters\":1}]}");
        heard.removeIf(line -> line.startsWith("3 ") || line.startsWith("4 "));
        for (int i = 0; i < signals; i++) {
            assertThat(i < heard.size() ? heard.get(i) : curious.readLine()).isEqualTo("sig news n" + i);
        }
    }

    private static String answer(String tag, List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(tag)).findFirst().orElse("none");
    }

    /** More locks than a loop would tell of by itself, and the answer is still made at once and on one line. */
    @Test
    void whoTimedOutCanAskWhoHoldsTheKeyHoweverManyThereAre() {
        servers.start(config -> config.maxLocks(20_000));
        WireClient holder = servers.client();
        acquireMany(holder, "k", 10_000);
        WireClient late = servers.client();
        assertThat(late.ask("l", "k77", "0")).isEqualTo("timeout");

        late.sendRaw("stats\nk77\nkey\nstats\na b\nkey\nstats\nnobody\nkey\nping\n_\n_\n");

        assertThat(late.readLine())
                .matches("ok \\{\"key\":\"k77\",\"kind\":\"lock\",\"limit\":1,\"waiters\":0,\"holder_count\":1,"
                        + "\"holders\":\\[\\{\"conn_id\":1,\"address\":\"[0-9.:]+\",\"held_s\":\\d+\\.\\d{3},"
                        + "\"lease_expires_in_s\":\\d+\\.\\d{3},\"fence\":\\d+}]}");
        assertThat(late.readLine()).isEqualTo("error");
        assertThat(late.readLine())
                .isEqualTo("ok {\"key\":\"nobody\",\"kind\":\"none\",\"waiters\":0,\"holder_count\":0,\"holders\":[]}");
        assertThat(late.readLine()).isEqualTo("ok");
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

    @Test
    void aSessionWithVeryMuchIsToldOfToo() {
        servers.start(config -> config.maxLocks(20_000));
        WireClient holder = servers.client();
        acquireMany(holder, "k", 10_000);
        WireClient curious = servers.client();

        curious.sendRaw("stats\n1\nsession\nstats\n99\nsession\nstats\nx\nsession\nping\n_\n_\n");

        assertThat(curious.readLine())
                .startsWith("ok {\"conn_id\":1,")
                .contains("\"held_count\":10000,\"holds\":[{\"key\":\"k")
                .contains("\"waiting_count\":0,\"waits_for\":[],\"subscriptions\":[]}");
        assertThat(curious.readLine()).isEqualTo("nil");
        assertThat(curious.readLine()).isEqualTo("error");
        assertThat(curious.readLine()).isEqualTo("ok");
    }
}
