package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Those who wait for an item: 4.9 of PROTOCOL.md. */
final class ListWaitTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    @ParameterizedTest
    @CsvSource({"blpop, lpush", "blpop, rpush", "brpop, lpush", "brpop, rpush"})
    void aPushIsHandedToTheOneWhoWaits(String pop, String push) {
        bob.send(pop, "jobs", "60");
        assertThat(bob.hasNoAnswer()).isTrue();

        assertThat(alice.ask(push, "jobs", "a")).isEqualTo("ok 0");

        assertThat(bob.answer()).isEqualTo("ok a");
        assertThat(alice.ask("llen", "jobs", "")).isEqualTo("ok 0");
        assertThat(engine.stats()).contains("\"lists\":[]");
        assertThat(engine.census().deadlines()).isZero();
    }

    @Test
    @Pitfall("CK-06")
    void theOldestIsServedFirstWhateverSideAnyoneUsed() {
        List<TestClient> poppers = IntStream.range(0, 8)
                .mapToObj(i -> engine.client("popper " + i))
                .toList();
        for (int i = 0; i < 8; i++) {
            poppers.get(i).send(i % 3 == 0 ? "brpop" : "blpop", "jobs", "" + (60 - i));
        }

        for (int i = 0; i < 8; i++) {
            assertThat(alice.ask(i % 2 == 0 ? "lpush" : "rpush", "jobs", "item" + i))
                    .isEqualTo("ok 0");

            assertThat(poppers.get(i).answer()).isEqualTo("ok item" + i);
        }
    }

    @Test
    @Pitfall("CK-06")
    void whoLeavesTheQueueIsPassedOver() {
        bob.send("blpop", "jobs", "5");
        carol.send("blpop", "jobs", "60");
        engine.passSeconds(5);
        assertThat(bob.answer()).isEqualTo("nil");
        bob.send("blpop", "jobs", "60");

        alice.ask("rpush", "jobs", "a");
        alice.ask("rpush", "jobs", "b");

        assertThat(carol.answer()).isEqualTo("ok a");
        assertThat(bob.answer()).isEqualTo("ok b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"blpop", "brpop"})
    @Pitfall("CK-05")
    void aWaitThatIsOverAnswersNilAndNotAnItem(String command) {
        bob.send(command, "jobs", "5");

        engine.passNanos(Duration.ofSeconds(5).toNanos() - 1);
        assertThat(bob.hasNoAnswer()).isTrue();
        engine.passNanos(1);

        assertThat(bob.answer()).isEqualTo("nil");
        assertThat(engine.stats()).contains("\"lists\":[]");
        assertThat(alice.ask("rpush", "jobs", "a")).isEqualTo("ok 1");
        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @Test
    void aPushAtTheLastInstantOfAWaitStillServesIt() {
        bob.send("blpop", "jobs", "5");
        engine.stallSeconds(5);

        assertThat(alice.ask("rpush", "jobs", "a")).isEqualTo("ok 0");

        assertThat(bob.answer()).isEqualTo("ok a");
        engine.passSeconds(1);
        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @Test
    void aPushAfterTheLastInstantOfAWaitIsKept() {
        bob.send("blpop", "jobs", "5");
        engine.stallSeconds(6);

        assertThat(alice.ask("rpush", "jobs", "a")).isEqualTo("ok 1");

        assertThat(bob.answer()).isEqualTo("nil");
        assertThat(alice.ask("lpop", "jobs", "")).isEqualTo("ok a");
    }

    @Test
    @Pitfall("CK-04")
    void aListThatWasEmptiedIsStillWaitedOn() {
        alice.ask("rpush", "jobs", "a");
        assertThat(alice.ask("lpop", "jobs", "")).isEqualTo("ok a");
        bob.send("blpop", "jobs", "60");
        carol.send("brpop", "jobs", "60");
        assertThat(alice.ask("lpop", "jobs", "")).isEqualTo("nil");
        assertThat(alice.ask("blpop", "jobs", "0")).isEqualTo("nil");
        engine.sweep();
        engine.collect();

        assertThat(alice.ask("rpush", "jobs", "b")).isEqualTo("ok 0");
        assertThat(alice.ask("rpop", "jobs", "")).isEqualTo("nil");
        assertThat(alice.ask("lpush", "jobs", "c")).isEqualTo("ok 0");

        assertThat(bob.answer()).isEqualTo("ok b");
        assertThat(carol.answer()).isEqualTo("ok c");
    }

    @Test
    @Pitfall("CK-04")
    void aListIsNotForgottenWhileAnyoneWaitsHoweverLong() {
        bob.send("blpop", "jobs", "1000");
        carol.send("blpop", "jobs", "5");
        engine.passSeconds(500);
        engine.sweep();
        engine.collect();
        assertThat(carol.answer()).isEqualTo("nil");

        assertThat(alice.ask("rpush", "jobs", "a")).isEqualTo("ok 0");

        assertThat(bob.answer()).isEqualTo("ok a");
    }

    @Test
    void aHandOverDoesNotCountAgainstTheLengthOfTheList() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxListLength(1));
        TestClient pusher = small.client("pusher");
        TestClient first = small.client("first");
        TestClient second = small.client("second");
        first.send("blpop", "jobs", "60");
        second.send("blpop", "jobs", "60");

        assertThat(pusher.ask("rpush", "jobs", "a")).isEqualTo("ok 0");
        assertThat(pusher.ask("rpush", "jobs", "b")).isEqualTo("ok 0");
        assertThat(pusher.ask("rpush", "jobs", "c")).isEqualTo("ok 1");
        assertThat(pusher.ask("rpush", "jobs", "d")).isEqualTo("error_list_full");
    }

    @Test
    void whoWaitsGetsNothingOfAnotherList() {
        bob.send("blpop", "jobs", "60");

        assertThat(alice.ask("rpush", "others", "a")).isEqualTo("ok 1");

        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @Test
    void manyWaitersAreNotRefusedByTheLimitOfLockQueues() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxWaiters(1));
        List<TestClient> poppers = IntStream.range(0, 10)
                .mapToObj(i -> small.client("popper " + i))
                .toList();

        poppers.forEach(popper -> popper.send("blpop", "jobs", "60"));

        assertThat(poppers).allMatch(TestClient::hasNoAnswer);
    }

    @Test
    void requestsBehindAWaitAreExecutedAfterIt() {
        bob.send("blpop", "jobs", "60");
        bob.send("rpush", "answers", "done");

        alice.ask("rpush", "jobs", "a");

        assertThat(bob.answer()).isEqualTo("ok a");
        assertThat(bob.answer()).isEqualTo("ok 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "1 2", "9223372037"})
    void whatIsNoTimeoutIsRefused(String argument) {
        assertThat(alice.ask("blpop", "jobs", argument)).isEqualTo("error");
        assertThat(alice.ask("brpop", "jobs", argument)).isEqualTo("error");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @Pitfall("CK-06")
    void noItemIsLostAndNoneComesTwiceAmongManyProducersAndConsumers(long seed) {
        engine.unaudited();
        Random random = new Random(seed);
        List<TestClient> producers = new ArrayList<>();
        List<TestClient> consumers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            producers.add(engine.client("producer " + i));
            consumers.add(engine.client("consumer " + i));
        }
        List<String> popped = new ArrayList<>();
        int pushed = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextBoolean()) {
                String command = random.nextBoolean() ? "lpush" : "rpush";
                assertThat(producers.get(random.nextInt(64)).ask(command, "jobs", "" + pushed++))
                        .startsWith("ok ");
            } else {
                String command = List.of("lpop", "rpop", "blpop", "brpop").get(random.nextInt(4));
                boolean blocking = command.startsWith("b");
                consumers.get(random.nextInt(64)).send(command, "jobs", blocking ? "" + random.nextInt(3) : "");
            }
            if (random.nextInt(20) == 0) {
                engine.passMillis(random.nextInt(1_000));
            }
            collect(consumers, popped);
        }
        engine.passSeconds(3_600); // the waits that are left run out one after another
        collect(consumers, popped);
        popped.addAll(JsonStrings.of(alice.ask("lrange", "jobs", "0 -1")));

        assertThat(popped).doesNotHaveDuplicates().hasSize(pushed);
    }

    private static void collect(List<TestClient> consumers, List<String> popped) {
        for (TestClient consumer : consumers) {
            for (String line : heard(consumer)) {
                if (!line.equals("nil")) {
                    popped.add(line.substring("ok ".length()));
                }
            }
        }
    }
}
