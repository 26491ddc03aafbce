package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody achieves who knows how the server hashes, but not its secret: nothing. */
final class CollidingKeysTest {
    private static final List<String> KEYS = CollidingKeys.all();
    private static final KeyHash ONE = new KeyHash(1, 2);
    private static final KeyHash OTHER = new KeyHash(-77, 1L << 50);

    private static TestEngine engine(KeyHash hash) {
        return new TestEngine(Engine.alone(Settings.DEFAULT, Fence.after(1_000), hash));
    }

    @Test
    void theKeysHereReallyCollide() {
        assertThat(KEYS).doesNotHaveDuplicates().hasSize(1_024);
        assertThat(KEYS)
                .extracting(key -> Key.of(key).shard())
                .containsOnly(Key.of(KEYS.get(0)).shard());
        assertThat(KEYS)
                .extracting(key -> Key.of(key).hashCode())
                .containsOnly(Key.of(KEYS.get(0)).hashCode());
    }

    @ParameterizedTest
    @CsvSource({"l, 0 60", "sl, 0 3 60", "rl, 0 60", "incr, 1", "kset, blue", "rpush, job", "bwait, 2 60"})
    void keysThatCollideInPublicDoNotCrowdInATable(String command, String argument) {
        TestEngine engine = engine(ONE).unaudited();
        TestClient alice = engine.client("alice");
        alice.send("tag", "_", "on");

        for (int i = 0; i < KEYS.size(); i++) {
            alice.send(i + " " + command, KEYS.get(i), argument);
        }

        Shard shard = engine.bare().shards()[Key.of(KEYS.get(0)).shard()];
        assertThat(shard.longestChain()).isBetween(1, 10);
        Audit.check(engine.bare());
    }

    @Test
    void theyAreCollectedWithoutLookingAtOneAnother() {
        TestEngine engine = engine(ONE).unaudited();
        TestClient alice = engine.client("alice");
        KEYS.forEach(key -> alice.ask("l", key, "0 1"));
        engine.passSeconds(1);
        engine.sweep();
        assertThat(engine.census().idle()).isEqualTo(KEYS.size());
        Audit.check(engine.bare());

        engine.passSeconds(61);
        engine.collect();

        assertThat(engine.census().resources()).isZero();
    }

    /** A map makes a tree of what collides, but only of what has an order. */
    @Test
    void subscriptionsToNamesThatCollideAreTheKeysOfATree() {
        Map<Subscription, String> sorted = new TreeMap<>();
        for (String key : KEYS) {
            sorted.put(Subscription.watch(Key.of(key)), "watch");
            sorted.put(Subscription.observe(Key.of(key)), "observe");
            sorted.put(Subscription.listen(Key.of(key), new byte[] {'g'}), "group");
        }

        assertThat(sorted).hasSize(3 * KEYS.size());
        assertThat(sorted).containsEntry(Subscription.watch(Key.of(KEYS.get(500))), "watch");
    }

    @Test
    void nobodyCanTellTheSecretFromAnyHistory() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(play(seed, engine(ONE))).as("seed %d", seed).isEqualTo(play(seed, engine(OTHER)));
        }
    }

    private static List<Object> play(long seed, TestEngine engine) {
        History locks = new History(seed, engine);
        locks.play(60);
        DataHistory data = new DataHistory(seed, engine);
        data.play(60);
        SubscriptionHistory subscriptions = new SubscriptionHistory(seed, engine);
        subscriptions.play(60);
        return List.of(
                locks.transcript(),
                data.transcript(),
                subscriptions.transcript(),
                engine.stats(),
                asList(Snapshot.write(engine.bare())));
    }

    @Test
    void neitherDoTheOrderOfAnythingAndAnyByteOfASnapshotDependOnIt() {
        assertThat(crowd(engine(ONE))).isEqualTo(crowd(engine(OTHER)));
    }

    /** Many keys in each place of a table: whatever walks over a table would show its order. */
    private static List<Object> crowd(TestEngine engine) {
        engine.unaudited();
        TestClient alice = engine.client("alice");
        TestClient bob = engine.client("bob");
        bob.send("tag", "_", "on");
        for (int i = 0; i < 900; i++) {
            alice.ask("l", "lock" + i, "0 " + (1 + i % 5));
            alice.ask("incr", "counter" + i, "" + i % 2);
            alice.ask("kset", "value" + i, "v\t" + (1 + i % 5));
            alice.ask("rpush", "list" + i, "item");
            bob.send(3 * i + " l", "lock" + i, "" + (1 + i % 9));
            bob.send(3 * i + 1 + " blpop", "empty" + i, "" + (1 + i % 9));
            bob.send(3 * i + 2 + " bwait", "barrier" + i, "2 " + (1 + i % 9));
        }
        engine.passSeconds(3);
        engine.sweep();
        List<Object> seen = new ArrayList<>();
        seen.add(engine.stats());
        seen.add(asList(Snapshot.write(engine.bare())));
        engine.drain();
        while (!bob.hasNoAnswer()) {
            seen.add(bob.answer());
        }
        engine.passSeconds(100);
        engine.sweep();
        engine.collect();
        seen.add(engine.stats());
        seen.add(engine.bare().summary().line());
        return seen;
    }

    private static List<Byte> asList(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte each : bytes) {
            list.add(each);
        }
        return list;
    }
}
