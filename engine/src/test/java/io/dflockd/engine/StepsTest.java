package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** However much one client has, nobody waits for longer than a batch of it takes. */
final class StepsTest {
    private static final int MANY = 2 * Shard.BATCH + 100;
    private static final int SHARD = 5;
    private static final String NAME = "a.a.a.a.a.a.a.a.a.a.a.a";

    private final EnteredShards entered = new EnteredShards();
    private final TestEngine engine =
            TestEngine.guarded(Settings.DEFAULT.withMaxLocks(10_000), entered).unaudited();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    private static List<String> keysOfOneShard() {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "k" + i)
                .filter(key -> Key.of(key).shard() == SHARD)
                .limit(MANY)
                .toList();
    }

    private boolean endNext(TestClient client) {
        boolean[] more = new boolean[1];
        engine.turn(turn -> more[0] = engine.bare().endNext(client.session(), turn));
        Audit.check(engine.bare());
        return more[0];
    }

    /** Every answer of a tagged client, and how often its requests were granted. */
    private static long grants(List<String> answers) {
        return answers.stream().filter(answer -> answer.contains(" ok ")).count();
    }

    @Test
    void idleKeysAreCollectedABatchAtATime() {
        for (String key : keysOfOneShard()) {
            String token = Grant.of(alice.ask("l", key, "0")).token();
            alice.ask("r", key, token);
            alice.ask("incr", key, "0");
        }
        engine.passSeconds(61);
        entered.forget();

        engine.collect();

        assertThat(Collections.frequency(entered.shards(), SHARD)).isEqualTo(2 * MANY / Shard.BATCH + 1);
        assertThat(entered.waysGiven()).isEqualTo(2 * MANY / Shard.BATCH);
        assertThat(engine.census().isEmpty()).isFalse(); // alice and bob are there
        assertThat(engine.census().resources() + engine.census().keys()).isZero();
    }

    @Test
    void aRequestBehindVeryMuchThatIsDueComesAgainAndOthersGoFirst() throws ProtocolException {
        List<String> keys = keysOfOneShard();
        keys.forEach(key -> alice.ask("l", key, "0 5"));
        bob.send("l", keys.get(MANY - 1), "60");
        engine.stallSeconds(6);
        TestClient carol = engine.client("carol");

        assertThat(tryToRun(carol, "l", keys.get(0), "0")).isFalse();

        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(engine.census().lapsed()).isEqualTo(Shard.BATCH);
        assertThat(engine.client("dave").ask("l", "elsewhere", "0")).startsWith("ok ");
        assertThat(tryToRun(carol, "l", keys.get(0), "0")).isFalse();
        assertThat(tryToRun(carol, "l", keys.get(0), "0")).isTrue();
        assertThat(carol.answer()).startsWith("ok ");
        assertThat(bob.answer()).startsWith("ok ");
        Audit.check(engine.bare());
    }

    private boolean tryToRun(TestClient client, String command, String key, String argument) throws ProtocolException {
        FrameReader reader = new FrameReader();
        byte[] frame = (command + "\n" + key + "\n" + argument + "\n").getBytes(UTF_8);
        reader.feed(frame, 0, frame.length);
        assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
        Request request = new Request();
        request.read(reader, false);
        boolean[] isRun = new boolean[1];
        engine.turn(turn -> isRun[0] = engine.bare().tryToApply(client.session(), request, turn));
        Arrays.fill(frame, (byte) 'z'); // as by the next request that a runtime reads into the same array
        return isRun[0];
    }

    /** Different patterns that all match {@link #NAME}. */
    private static List<String> patterns() {
        int tokens = NAME.length() / 2 + 1;
        return IntStream.range(1, 1 << tokens)
                .limit(MANY)
                .mapToObj(stars -> IntStream.range(0, tokens)
                        .mapToObj(i -> (stars >> i & 1) == 0 ? "a" : "*")
                        .collect(Collectors.joining(".")))
                .toList();
    }

    @Test
    void aSignalForVeryManyPatternsGoesOnWhenOthersHadTheirTurn() throws ProtocolException {
        patterns().forEach(pattern -> alice.ask("listen", pattern, ""));
        bob.ask("listen", NAME, "");
        TestClient carol = engine.client("carol");

        assertThat(tryToRun(carol, "signal", NAME, "one")).isFalse();

        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(engine.client("dave").ask("l", "elsewhere", "0")).startsWith("ok ");
        int steps = 2;
        while (!tryToRun(carol, "signal", NAME, "one")) {
            steps++;
        }
        assertThat(steps).isGreaterThan(MANY / Shard.BATCH);
        assertThat(carol.answer()).isEqualTo("ok 2");
        assertThat(heard(alice)).containsExactly("sig " + NAME + " one");
        assertThat(heard(bob)).containsExactly("sig " + NAME + " one");
    }

    @Test
    void twoSignalsOnTheirWayAtOnceComeToEachSessionOnceEach() throws ProtocolException {
        patterns().forEach(pattern -> alice.ask("listen", pattern, ""));
        TestClient carol = engine.client("carol");

        boolean isOverForBob = false;
        boolean isOverForCarol = false;
        while (!isOverForBob || !isOverForCarol) {
            isOverForBob = isOverForBob || tryToRun(bob, "signal", NAME, "of-bob");
            isOverForCarol = isOverForCarol || tryToRun(carol, "signal", NAME, "of-carol");
        }

        assertThat(bob.answer()).isEqualTo("ok 1");
        assertThat(carol.answer()).isEqualTo("ok 1");
        assertThat(heard(alice)).containsExactly("sig " + NAME + " of-bob", "sig " + NAME + " of-carol");
    }

    @Test
    void aSignalForVeryManyGroupsGoesOnWhenOthersHadTheirTurn() throws ProtocolException {
        for (int i = 0; i < MANY; i++) {
            alice.ask("listen", NAME, "group" + i);
        }

        assertThat(tryToRun(bob, "signal", NAME, "x")).isFalse();

        assertThat(heard(alice)).hasSizeLessThanOrEqualTo(Shard.BATCH);
        while (!tryToRun(bob, "signal", NAME, "x")) {}
        assertThat(bob.answer()).isEqualTo("ok " + MANY);
        assertThat(heard(alice)).hasSizeGreaterThanOrEqualTo(MANY - Shard.BATCH);
    }

    @Test
    void theSenderOfALongSignalHasItsAnswerBeforeItHearsTheSignal() throws ProtocolException {
        for (int i = 0; i < MANY; i++) {
            alice.ask("listen", NAME, "group" + i);
        }

        while (!tryToRun(alice, "signal", NAME, "x")) {
            assertThat(alice.hasNoAnswer()).isTrue();
        }

        List<String> lines = heard(alice);
        assertThat(lines.get(0)).isEqualTo("ok " + MANY);
        assertThat(lines).hasSize(MANY + 1);
    }

    @Test
    void aSignalUnderWayIsDeliveredToTheEndThoughTheServerDrains() throws ProtocolException {
        patterns().forEach(pattern -> alice.ask("listen", pattern, ""));
        assertThat(tryToRun(bob, "signal", NAME, "x")).isFalse();

        engine.drain();
        while (!tryToRun(bob, "signal", NAME, "x")) {}

        assertThat(bob.answer()).isEqualTo("ok 1");
    }

    @Test
    void whoeverEndsWithManySubscriptionsHearsOfNothingFromTheFirstStepOn() {
        for (int i = 0; i < MANY; i++) {
            alice.ask("listen", "orders." + i, "");
        }
        alice.ask("watch", "orders.>", "");
        alice.ask("observe", "leader", "");
        alice.ask("listen", "shared", "group");
        bob.ask("listen", "shared", "group");

        engine.bare().beginEnd(alice.session());

        assertThat(bob.ask("signal", "orders.7", "x")).isEqualTo("ok 0");
        assertThat(bob.ask("kset", "orders.7", "x")).isEqualTo("ok");
        assertThat(bob.ask("elect", "leader", "0")).startsWith("ok ");
        bob.send("signal", "shared", "work");
        assertThat(heard(bob)).containsExactlyInAnyOrder("ok 1", "sig shared work");
        assertThat(heard(alice)).isEmpty();
        assertThat(endNext(alice)).isTrue();
        Census oneStepLater = engine.census();
        assertThat(oneStepLater.listens() + oneStepLater.watches() + oneStepLater.observers())
                .isEqualTo(MANY + 4 - Sessions.PLACES);
        while (endNext(alice)) {}
        assertThat(engine.census().listens()).isEqualTo(1);
        assertThat(engine.census().watches() + engine.census().observers()).isZero();
        assertThat(bob.ask("signal", "orders.7", "x")).isEqualTo("ok 0");
    }

    @Test
    void noItemIsLostToSomebodyWhoEndsWithManyBlockedPops() {
        alice.ask("tag", "_", "on");
        for (int i = 0; i < MANY; i++) {
            alice.send(i + " blpop", "jobs", "60");
        }
        bob.send("blpop", "jobs", "60");

        engine.bare().beginEnd(alice.session());
        assertThat(endNext(alice)).isTrue();
        TestClient carol = engine.client("carol");

        assertThat(carol.ask("rpush", "jobs", "one")).isEqualTo("ok 0");
        assertThat(bob.answer()).isEqualTo("ok one");
        assertThat(carol.ask("rpush", "jobs", "two")).isEqualTo("ok 1");
        assertThat(carol.ask("rpush", "jobs", "three")).isEqualTo("ok 2");
        assertThat(engine.census().waiters()).isEqualTo(MANY - Shard.BATCH);
        assertThat(endNext(alice)).isTrue();
        assertThat(endNext(alice)).isFalse();
        assertThat(engine.census().waiters()).isZero();
        assertThat(carol.ask("lrange", "jobs", "0 -1")).isEqualTo("ok [\"two\",\"three\"]");
        assertThat(heard(alice)).isEmpty();
    }

    @Test
    void nobodyGetsThroughABarrierWithSomebodyWhoHasGone() {
        alice.ask("tag", "_", "on");
        for (int i = 0; i < MANY; i++) {
            alice.send(i + " blpop", "jobs" + i, "60");
        }
        alice.send(MANY + " bwait", "start", "3 60");
        bob.send("bwait", "start", "3 60");

        engine.bare().beginEnd(alice.session());
        TestClient carol = engine.client("carol");
        carol.send("bwait", "start", "3 60");

        assertThat(bob.answer()).isEqualTo("timeout");
        assertThat(carol.hasNoAnswer()).isTrue();
        while (endNext(alice)) {}
        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(engine.census().waiters()).isEqualTo(1);
    }

    @Test
    void manyWaitersOfOneKeyLeaveItABatchAtATime() {
        String token = Grant.of(bob.ask("l", "k", "0")).token();
        alice.ask("tag", "_", "on");
        for (int i = 0; i < MANY; i++) {
            alice.send(i + " l", "k", "60");
        }
        TestClient carol = engine.client("carol");
        carol.send("l", "k", "60");

        engine.bare().beginEnd(alice.session());
        assertThat(endNext(alice)).isTrue();

        assertThat(engine.census().waiters()).isEqualTo(MANY + 1 - Shard.BATCH);
        assertThat(bob.ask("r", "k", token)).isEqualTo("ok");
        engine.passTime();
        assertThat(carol.answer()).startsWith("ok ");
        assertThat(endNext(alice)).isFalse();
        assertThat(heard(alice)).isEmpty();
        assertThat(engine.census().holders()).isEqualTo(1);
    }

    @Test
    void manyReadersEnterABatchAtATimeAndInOrder() {
        String token = Grant.of(bob.ask("wl", "k", "0")).token();
        alice.ask("tag", "_", "on");
        for (int i = 0; i < MANY; i++) {
            alice.send(i + " rl", "k", "60 1000");
        }

        assertThat(bob.ask("wr", "k", token)).isEqualTo("ok");

        Audit.check(engine.bare());
        assertThat(grants(heard(alice))).isEqualTo(Shard.BATCH);
        assertThat(entered.nextDeadlineNanos()).isZero(); // whoever drives the engine goes on at once
        TestClient late = engine.client("late");
        assertThat(late.ask("wl", "k", "0")).isEqualTo("timeout");
        late.send("rl", "k", "60");
        entered.forget();
        engine.passTime();
        assertThat(engine.census().waiters()).isZero();
        assertThat(late.answer()).startsWith("ok ");
        assertThat(Collections.frequency(entered.shards(), Key.of("k").shard())).isGreaterThanOrEqualTo(1);
        Audit.check(engine.bare());
    }

    @Test
    void whoeverArrivesWhileReadersEnterStandsBehindThem() {
        String token = Grant.of(bob.ask("wl", "k", "0")).token();
        alice.ask("tag", "_", "on");
        for (int i = 0; i < 5 * Shard.BATCH; i++) {
            alice.send(i + " rl", "k", "60 1000");
        }
        assertThat(bob.ask("wr", "k", token)).isEqualTo("ok");

        bob.send("wl", "k", "60");

        engine.passTime();
        List<String> answers = heard(alice);
        assertThat(answers).hasSize(5 * Shard.BATCH);
        assertThat(answers)
                .extracting(answer -> answer.substring(0, answer.indexOf(' ')))
                .containsExactlyElementsOf(IntStream.range(0, 5 * Shard.BATCH)
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(bob.hasNoAnswer()).isTrue();
        assertThat(engine.census().waiters()).isEqualTo(1);
        Audit.check(engine.bare());
    }

    @Test
    void aSnapshotKnowsWhoIsStillEntering() {
        String token = Grant.of(bob.ask("wl", "k", "0")).token();
        alice.ask("tag", "_", "on");
        for (int i = 0; i < MANY; i++) {
            alice.send(i + " rl", "k", "60 1000");
        }
        assertThat(bob.ask("wr", "k", token)).isEqualTo("ok");

        engine.restart();
        engine.passTime();

        assertThat(grants(heard(alice))).isEqualTo(MANY);
        assertThat(engine.census().waiters()).isZero();
    }
}
