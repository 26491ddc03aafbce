package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The races of a lock server, a hundred thousand times each, through real sockets and several event loops.
 *
 * <p>A round takes a thousand keys. One client holds them all and others wait for them, each on an event loop of its
 * own; then two things happen to all of them at once. Which of the two wins is left to chance, key by key; what is
 * checked is that exactly one of them did.
 */
@Tag("thorough")
final class RaceTest {
    private static final int KEYS = 1_000;
    private static final int ROUNDS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LongAdder granted = new LongAdder();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @SuppressWarnings("NullAway.Init")
    private DflockdServer server;

    @BeforeEach
    void start() throws StartupException {
        server = DflockdServer.start(
                ServerConfig.builder().port(0).maxLocks(10 * KEYS).eventLoops(4).build());
    }

    @AfterEach
    void nothingIsLeft() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(server.census().isQuiet())
                        .as(server.census().toString())
                        .isTrue());
        server.close();
        threads.shutdown();
    }

    @Test
    @Pitfall({"LM-01", "LM-06"})
    void aGrantAndATimeoutThatMeetLeaveOneOfThem() {
        int lanes = 10; // a round lasts as long as the shortest timeout, so several run beside each other
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            String prefix = "lane" + lane + ".";
            running.add(beside(() -> {
                for (int round = 0; round < ROUNDS / lanes; round++) {
                    raceGrantAgainstTimeout(prefix);
                }
            }));
        }
        running.forEach(CompletableFuture::join);
        assertBothSidesWon();
    }

    private void raceGrantAgainstTimeout(String prefix) {
        try (WireClient holder = tagged();
                WireClient waiter = tagged()) {
            Map<Integer, String> held = acquireAll(holder, prefix);
            long parkedAt = System.nanoTime();
            sendAll(waiter, i -> i + " l\n" + prefix + i + "\n1\n");
            pauseUntil(parkedAt + 985_000_000L);

            sendAll(holder, i -> i + " r\n" + prefix + i + "\n" + held.get(i) + "\n");

            Map<Integer, String> outcome = readAll(waiter, KEYS);
            readAll(holder, KEYS).values().forEach(line -> assertThat(line).isEqualTo("ok"));
            outcome.values().forEach(line -> assertThat(line).matches("timeout|ok [0-9a-f]{32} 33"));
            granted.add(releaseAll(waiter, prefix, outcome));
            assertAllFree(prefix);
        }
    }

    @Test
    @Pitfall({"LM-01", "LM-06"})
    void aGrantAndACancelThatMeetLeaveOneOfThem() {
        for (int round = 0; round < ROUNDS; round++) {
            try (WireClient holder = tagged();
                    WireClient waiter = tagged()) {
                Map<Integer, String> held = acquireAll(holder, "k");
                sendAll(waiter, i -> i + " l\nk" + i + "\n30\n");
                awaitWaiters(KEYS);

                CompletableFuture<Void> releases =
                        beside(() -> sendAll(holder, i -> i + " r\nk" + i + "\n" + held.get(i) + "\n"));
                sendAll(waiter, i -> (KEYS + i) + " cancel\n_\n" + i + "\n");
                releases.join();

                Map<Integer, String> answers = readAll(waiter, 2 * KEYS);
                for (int i = 0; i < KEYS; i++) {
                    String both = answers.get(i) + " / " + answers.get(KEYS + i);
                    assertThat(both).matches("ok [0-9a-f]{32} 33 / error|timeout / ok");
                }
                readAll(holder, KEYS);
                granted.add(releaseAll(waiter, "k", answers));
                assertAllFree("k");
            }
        }
        assertBothSidesWon();
    }

    /** Or it was no race. */
    private void assertBothSidesWon() {
        assertThat(granted.sum()).isBetween(1L, (long) KEYS * ROUNDS - 1);
    }

    @Test
    @Pitfall({"DC-03", "DC-06", "LM-06"})
    void aGrantAndADisconnectThatMeetLeaveNoGhost() {
        for (int round = 0; round < ROUNDS; round++) {
            try (WireClient holder = tagged()) {
                WireClient leaving = tagged();
                Map<Integer, String> held = acquireAll(holder, "k");
                sendAll(leaving, i -> i + " l\nk" + i + "\n30\n");
                awaitWaiters(KEYS);

                CompletableFuture<Void> releases =
                        beside(() -> sendAll(holder, i -> i + " r\nk" + i + "\n" + held.get(i) + "\n"));
                leaving.abort();
                releases.join();

                readAll(holder, KEYS).values().forEach(line -> assertThat(line).isEqualTo("ok"));
                assertAllFree("k");
            }
        }
    }

    @Test
    @Pitfall({"DC-03", "DC-06", "LM-04"})
    void whoWaitsBehindTwoSessionsThatEndTogetherIsServed() {
        for (int round = 0; round < ROUNDS; round++) {
            try (WireClient last = tagged()) {
                WireClient holder = tagged();
                WireClient next = tagged();
                acquireAll(holder, "k");
                sendAll(next, i -> i + " l\nk" + i + "\n30\n");
                awaitWaiters(KEYS);
                sendAll(last, i -> i + " l\nk" + i + "\n30\n");
                awaitWaiters(2 * KEYS);

                CompletableFuture<Void> end = beside(holder::abort);
                next.abort();
                end.join();

                readAll(last, KEYS).values().forEach(line -> assertThat(line).startsWith("ok "));
            }
        }
    }

    private CompletableFuture<Void> beside(Runnable work) {
        return CompletableFuture.runAsync(work, threads);
    }

    private WireClient tagged() {
        WireClient client = WireClient.connect("127.0.0.1", server.address().getPort());
        assertThat(client.ask("tag", "_", "on")).isEqualTo("ok");
        return client;
    }

    /** Tokens by the number of their key. */
    private static Map<Integer, String> acquireAll(WireClient client, String prefix) {
        sendAll(client, i -> i + " l\n" + prefix + i + "\n30\n");
        Map<Integer, String> tokens = readAll(client, KEYS);
        tokens.replaceAll((i, line) -> tokenOf(line));
        return tokens;
    }

    /** Returns how many were granted. */
    private static int releaseAll(WireClient client, String prefix, Map<Integer, String> outcome) {
        StringBuilder frames = new StringBuilder();
        int granted = 0;
        for (int i = 0; i < KEYS; i++) {
            String line = outcome.get(i);
            if (line != null && line.startsWith("ok ")) {
                frames.append(i + " r\n" + prefix + i + "\n" + tokenOf(line) + "\n");
                granted++;
            }
        }
        client.sendRaw(frames.toString());
        readAll(client, granted).values().forEach(line -> assertThat(line).isEqualTo("ok"));
        return granted;
    }

    /** Of {@code ok <token> <lease>}. */
    private static String tokenOf(String line) {
        return line.substring(3, 35);
    }

    /** A stranger gets every key; those who have gone may take a moment to be noticed. */
    private void assertAllFree(String prefix) {
        try (WireClient stranger = tagged()) {
            sendAll(stranger, i -> i + " l\n" + prefix + i + "\n20\n");
            readAll(stranger, KEYS).values().forEach(line -> assertThat(line).startsWith("ok "));
        }
    }

    private void awaitWaiters(int count) {
        await().pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> server.census().waiters() == count);
    }

    private static void sendAll(WireClient client, IntFunction<String> frame) {
        StringBuilder frames = new StringBuilder();
        for (int i = 0; i < KEYS; i++) {
            frames.append(frame.apply(i));
        }
        client.sendRaw(frames.toString());
    }

    /** Answers by their tag. */
    private static Map<Integer, String> readAll(WireClient client, int count) {
        Map<Integer, String> answers = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String[] tagAndAnswer = client.readLine(PATIENCE).split(" ", 2);
            answers.put(Integer.valueOf(tagAndAnswer[0]), tagAndAnswer[1]);
        }
        assertThat(answers).hasSize(count);
        return answers;
    }

    /** The race needs the releases to arrive when the timeouts are due; nothing is asserted about when. */
    private static void pauseUntil(long instantNanos) {
        while (System.nanoTime() < instantNanos) {
            java.util.concurrent.locks.LockSupport.parkNanos(instantNanos - System.nanoTime());
        }
    }
}
