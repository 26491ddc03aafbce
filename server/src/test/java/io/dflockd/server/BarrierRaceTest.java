package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitWaiters;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The last of four arrives at a barrier while another one leaves it: all pass, or none.
 *
 * <p>A round has a thousand barriers and four connections that wait at all of them, on two event loops. Which of the two
 * events comes first is left to chance, barrier by barrier.
 */
@Tag("thorough")
final class BarrierRaceTest {
    private static final int BARRIERS = 1_000;
    private static final int ROUNDS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    private final LongAdder tripped = new LongAdder();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdown();
    }

    @Test
    @Pitfall("BA-03")
    void theLastArrivalAndATimeoutThatMeetLetAllPassOrNone() {
        int lanes = 20; // a round lasts as long as the shortest timeout, so several run beside each other
        servers.start();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            Party party = new Party("lane" + lane + ".");
            running.add(beside(() -> {
                for (int round = 0; round < ROUNDS / lanes; round++) {
                    raceAgainstTimeout(party);
                }
            }));
        }
        running.forEach(CompletableFuture::join);
        assertBothSidesWon();
    }

    private void raceAgainstTimeout(Party party) {
        party.waitAll(party.second, 30);
        party.waitAll(party.third, 30);
        party.awaitSecondAndThird();
        long parkedAt = System.nanoTime();
        party.waitAll(party.leaver, 1);
        pauseUntil(parkedAt + 985_000_000L);

        party.waitAll(party.last, 0);

        party.expectAllOrNone(List.of(
                readAll(party.leaver, BARRIERS), party.answersOfSecond(), party.answersOfThird(), party.arrivals()));
    }

    @Test
    @Pitfall("BA-03")
    void theLastArrivalAndACancelThatMeetLetAllPassOrNone() {
        DflockdServer server = servers.start();
        Party party = new Party("k");
        for (int round = 0; round < ROUNDS; round++) {
            party.waitAll(party.second, 30);
            party.waitAll(party.third, 30);
            party.waitAll(party.leaver, 30);
            awaitWaiters(server, 3 * BARRIERS);

            CompletableFuture<Void> cancels =
                    beside(() -> sendAll(party.leaver, i -> (BARRIERS + i) + " cancel\n_\n" + i + "\n"));
            party.waitAll(party.last, 0);
            cancels.join();

            Map<Integer, String> leaver = readAll(party.leaver, 2 * BARRIERS);
            for (int i = 0; i < BARRIERS; i++) {
                assertThat(leaver.get(i) + " / " + leaver.remove(BARRIERS + i)).isIn("ok / error", "timeout / ok");
            }
            party.expectAllOrNone(List.of(leaver, party.answersOfSecond(), party.answersOfThird(), party.arrivals()));
        }
        assertBothSidesWon();
    }

    @Test
    @Pitfall({"BA-03", "BA-04"})
    void theLastArrivalAndADisconnectThatMeetLetAllPassOrNone() {
        DflockdServer server = servers.start();
        Party party = new Party("k");
        for (int round = 0; round < ROUNDS; round++) {
            WireClient leaver = servers.taggedClient();
            party.waitAll(party.second, 30);
            party.waitAll(party.third, 30);
            party.waitAll(leaver, 30);
            awaitWaiters(server, 3 * BARRIERS);

            CompletableFuture<Void> end = beside(leaver::abort);
            party.waitAll(party.last, 0);
            end.join();

            party.expectAllOrNone(List.of(party.answersOfSecond(), party.answersOfThird(), party.arrivals()));
        }
        assertBothSidesWon();
    }

    /** The count is that of the living: whoever is known to be gone does not stand for anybody. */
    @Test
    @Pitfall("BA-04")
    void nobodyPassesWithOneWhoHasGone() {
        DflockdServer server = servers.start();
        Party party = new Party("k");
        for (int round = 0; round < 10; round++) {
            WireClient leaver = servers.taggedClient();
            party.waitAll(party.second, 30);
            party.waitAll(party.third, 30);
            party.waitAll(leaver, 30);
            awaitWaiters(server, 3 * BARRIERS);

            leaver.abort();
            Map<Integer, String> second = party.answersOfSecond();
            Map<Integer, String> third = party.answersOfThird();
            awaitWaiters(server, 0);
            party.waitAll(party.last, 0);

            assertThat(second.values()).containsOnly("timeout");
            assertThat(third.values()).containsOnly("timeout");
            assertThat(party.arrivals().values()).containsOnly("timeout");
        }
    }

    /** Round after round with the same names: the next one never mixes with the one before. */
    @Test
    @Pitfall({"BA-03", "BA-04"})
    void allPassEveryRoundWhenNobodyLeaves() {
        int members = 8;
        servers.start();
        LongAdder arrived = new LongAdder();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            WireClient client = servers.client();
            running.add(beside(() -> {
                for (int round = 1; round <= 500; round++) {
                    arrived.increment();
                    client.send("bwait", "gate", members + " 60");
                    assertThat(client.readLine(PATIENCE)).isEqualTo("ok");
                    assertThat(arrived.sum()).isGreaterThanOrEqualTo((long) round * members);
                }
            }));
        }
        running.forEach(CompletableFuture::join);
    }

    /** Four who wait at barriers of their own names. */
    private final class Party {
        final WireClient leaver = servers.taggedClient();
        final WireClient second = servers.taggedClient();
        final WireClient third = servers.taggedClient();
        final WireClient last = servers.taggedClient();
        private final String prefix;

        Party(String prefix) {
            this.prefix = prefix;
        }

        void waitAll(WireClient client, int timeout) {
            sendAll(client, i -> i + " bwait\n" + prefix + i + "\n4 " + timeout + "\n");
        }

        /** Both of them wait at every barrier. */
        void awaitSecondAndThird() {
            for (WireClient each : List.of(second, third)) {
                assertThat(each.ask("999999 ping", "_", "_")).isEqualTo("999999 ok");
            }
        }

        Map<Integer, String> answersOfSecond() {
            return readAll(second, BARRIERS);
        }

        Map<Integer, String> answersOfThird() {
            return readAll(third, BARRIERS);
        }

        Map<Integer, String> arrivals() {
            return readAll(last, BARRIERS);
        }

        void expectAllOrNone(List<Map<Integer, String>> answers) {
            for (int i = 0; i < BARRIERS; i++) {
                int barrier = i;
                List<String> here = answers.stream()
                        .map(each -> String.valueOf(each.get(barrier)))
                        .toList();
                assertThat(Set.copyOf(here)).as(prefix + i + ": " + here).hasSize(1);
                assertThat(here.get(0)).isIn("ok", "timeout");
                tripped.add(here.get(0).equals("ok") ? 1 : 0);
            }
        }
    }

    /** Or it was no race. */
    private void assertBothSidesWon() {
        assertThat(tripped.sum()).isBetween(1L, (long) BARRIERS * ROUNDS - 1);
    }

    private CompletableFuture<Void> beside(Runnable work) {
        return CompletableFuture.runAsync(work, threads);
    }

    private static void sendAll(WireClient client, IntFunction<String> frame) {
        StringBuilder frames = new StringBuilder();
        for (int i = 0; i < BARRIERS; i++) {
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

    /** The race needs the last arrivals when the timeouts are due; nothing is asserted about when. */
    private static void pauseUntil(long instantNanos) {
        while (System.nanoTime() < instantNanos) {
            LockSupport.parkNanos(instantNanos - System.nanoTime());
        }
    }
}
