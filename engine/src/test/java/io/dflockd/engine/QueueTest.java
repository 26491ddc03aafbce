package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is next: the queue of a key, and those who leave it. */
final class QueueTest {
    /** What can happen to a waiter and to the holder in front of it, all at one instant. */
    enum Event {
        TIME_IS_LOOKED_AT,
        HOLDER_RELEASES,
        WAITER_CANCELS,
        WAITER_DISCONNECTS,
        SWEEP
    }

    /** Every order of some or all of the events. */
    static Stream<List<Event>> ordersOfEvents() {
        List<List<Event>> orders = new ArrayList<>();
        orders.add(List.of());
        for (int i = 0; i < orders.size(); i++) {
            for (Event next : Event.values()) {
                List<Event> before = orders.get(i);
                if (!before.contains(next)) {
                    orders.add(Stream.concat(before.stream(), Stream.of(next)).toList());
                }
            }
        }
        return orders.stream();
    }

    @ParameterizedTest
    @MethodSource("ordersOfEvents")
    @Pitfall("LM-01")
    void aGrantAndTheEndOfTheWaitExcludeEachOther(List<Event> events) {
        TestEngine engine = new TestEngine();
        TestClient holder = engine.client("holder");
        TestClient waiter = engine.client("waiter");
        TestClient next = engine.client("next");
        Grant held = Grant.of(holder.ask("l", "k", "0 5"));
        waiter.send("tag", "_", "on");
        waiter.answer();
        waiter.send("1 l", "k", "5"); // its patience ends with the lease of the holder
        next.send("l", "k", "1000 1000");
        engine.stallSeconds(5);

        for (Event event : events) {
            switch (event) {
                case TIME_IS_LOOKED_AT -> engine.passTime();
                case HOLDER_RELEASES -> holder.send("r", "k", held.token());
                case WAITER_CANCELS -> waiter.send("2 cancel", "_", "1");
                case WAITER_DISCONNECTS -> waiter.disconnect();
                case SWEEP -> engine.sweep();
            }
        }
        engine.passTime();

        assertThat(engine.census().holders()).isEqualTo(1);
        List<String> outcomes = answersTo("1 ", waiter);
        if (!waiter.isClosed()) {
            assertThat(outcomes).hasSize(1);
        }
        if (!waiter.isClosed() && outcomes.get(0).startsWith("ok ")) {
            assertThat(next.hasNoAnswer()).isTrue();
            waiter.send("3 r", "k", Grant.of(outcomes.get(0)).token());
        }
        assertThat(next.answer()).startsWith("ok ");
    }

    private static List<String> answersTo(String tag, TestClient client) {
        List<String> answers = new ArrayList<>();
        while (!client.hasNoAnswer()) {
            String answer = client.answer();
            if (answer.startsWith(tag)) {
                answers.add(answer.substring(tag.length()));
            }
        }
        return answers;
    }

    @Test
    @Pitfall("LM-01")
    void theGrantWinsOverATimeoutOfTheSameInstant() {
        TestEngine engine = new TestEngine();
        engine.client("holder").send("l", "k", "0 5");
        TestClient waiter = engine.client("waiter");
        waiter.send("l", "k", "5");

        engine.passSeconds(5);

        assertThat(waiter.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("LM-01")
    void aReleaseOfTheSameInstantGrantsAWaitThatEndsNow() {
        TestEngine engine = new TestEngine();
        TestClient holder = engine.client("holder");
        TestClient waiter = engine.client("waiter");
        Grant held = Grant.of(holder.ask("l", "k", "0 60"));
        waiter.send("l", "k", "5");
        engine.stallSeconds(5);

        holder.send("r", "k", held.token());

        assertThat(waiter.answer()).startsWith("ok ");
    }

    enum Departure {
        TIMEOUT,
        CANCEL,
        DISCONNECT
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("LM-04")
    void whoeverStandsBehindAWaiterThatLeavesMovesUp(Departure departure) {
        TestEngine engine = new TestEngine();
        TestClient holder = engine.client("holder");
        TestClient leaving = engine.client("leaving");
        TestClient behind = engine.client("behind");
        Grant held = Grant.of(holder.ask("l", "k", "0 60"));
        leaving.send("tag", "_", "on");
        leaving.send("1 l", "k", "5");
        behind.send("l", "k", "60");

        switch (departure) {
            case TIMEOUT -> engine.passSeconds(5);
            case CANCEL -> leaving.send("2 cancel", "_", "1");
            case DISCONNECT -> leaving.disconnect();
        }
        assertThat(engine.census().waiters()).isEqualTo(1);
        holder.send("r", "k", held.token());

        assertThat(behind.answer()).startsWith("ok ");
    }

    /** The audit after every step holds that no first waiter could enter. */
    @Test
    @Pitfall("LM-04")
    void inNoHistoryDoesAWaiterStandBesideAFreeSlot() {
        for (long seed = 0; seed < 300; seed++) {
            new History(seed, new TestEngine()).play(100);
        }
    }

    @Test
    @Pitfall("LM-05")
    void theQueueIsServedBeforeANewcomerWhoFindsALapsedHolder() {
        TestEngine engine = new TestEngine();
        engine.client("holder").send("l", "k", "0 5");
        TestClient waiter = engine.client("waiter");
        TestClient newcomer = engine.client("newcomer");
        waiter.send("l", "k", "60");
        engine.stallSeconds(6);

        String answer = newcomer.ask("l", "k", "0");

        assertThat(answer).isEqualTo("timeout");
        assertThat(waiter.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("LM-05")
    void grantsAreMadeInOrderOfArrivalHoweverLeasesEnd() {
        for (long seed = 0; seed < 1_000; seed++) {
            List<Long> fences = fencesInOrderOfArrival(new Random(seed));

            assertThat(fences).as("seed %d", seed).isNotEmpty().isSortedAccordingTo(Long::compareUnsigned);
        }
    }

    /** A crowd asks for one semaphore while leases end, noticed at once, late, or by a newcomer. */
    private static List<Long> fencesInOrderOfArrival(Random random) {
        TestEngine engine = new TestEngine();
        int limit = 1 + random.nextInt(3);
        List<TestClient> arrived = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            switch (random.nextInt(8)) {
                case 0 -> engine.passMillis(random.nextInt(2_000));
                case 1 -> engine.stallSeconds(1 + random.nextInt(3));
                case 2 -> engine.sweep();
                case 3 -> disconnectOne(arrived, random);
                default -> {
                    TestClient client = engine.client("client " + i);
                    client.send("sl", "k", random.nextInt(9) + " " + limit + " " + (1 + random.nextInt(4)));
                    arrived.add(client);
                }
            }
        }
        engine.passSeconds(60);
        return arrived.stream()
                .filter(client -> !client.hasNoAnswer())
                .map(TestClient::answer)
                .filter(answer -> answer.startsWith("ok "))
                .map(answer -> Grant.of(answer).fence())
                .toList();
    }

    private static void disconnectOne(List<TestClient> clients, Random random) {
        if (!clients.isEmpty()) {
            clients.get(random.nextInt(clients.size())).disconnect();
        }
    }

    @Test
    @Pitfall("LM-13")
    void oneReleaseWakesOneOfManyWaiters() {
        TestEngine engine = new TestEngine().unaudited();
        TestClient holder = engine.client("holder");
        Grant held = Grant.of(holder.ask("l", "k", "0"));
        List<TestClient> waiters = IntStream.range(0, 10_000)
                .mapToObj(i -> engine.client("waiter " + i))
                .toList();
        waiters.forEach(waiter -> waiter.send("l", "k", "60"));

        holder.send("r", "k", held.token());

        assertThat(waiters).filteredOn(waiter -> !waiter.hasNoAnswer()).containsExactly(waiters.get(0));
        assertThat(engine.census().waiters()).isEqualTo(9_999);
    }

    /** It takes about half a second; if every departure looked at all who wait, it would take a minute. */
    @Test
    @Timeout(20)
    @Pitfall("LM-14")
    void aHundredThousandWaitersTimeOutAndLeaveNothingBehind() {
        TestEngine engine = new TestEngine().unaudited();
        TestClient holder = engine.client("holder");
        Grant held = Grant.of(holder.ask("l", "k", "0 1000"));
        List<TestClient> clients = IntStream.range(0, 100)
                .mapToObj(i -> engine.client("client " + i))
                .toList();
        clients.forEach(client -> client.send("tag", "_", "on"));
        for (TestClient client : clients) {
            client.answer();
            for (int tag = 0; tag < 1_000; tag++) {
                client.send(tag + " l", "k", "" + (1 + tag % 60));
            }
        }
        assertThat(engine.census().waiters()).isEqualTo(100_000);

        engine.passSeconds(60);

        for (TestClient client : clients) {
            assertThat(answersTo("", client)).hasSize(1_000).allMatch(answer -> answer.endsWith(" timeout"));
            assertThat(client.session().parkedRequests()).isZero();
        }
        assertThat(engine.census().waiters()).isZero();
        assertThat(engine.census().deadlines()).isEqualTo(1); // the lease of the holder
        holder.send("r", "k", held.token());
        assertThat(engine.census().holders()).isZero();
        assertThat(engine.census().deadlines()).isZero();
    }
}
