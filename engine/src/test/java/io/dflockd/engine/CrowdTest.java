package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Very many of something, and what that costs the others. */
final class CrowdTest {
    private final EnteredShards entered = new EnteredShards();
    private final TestEngine engine =
            TestEngine.guarded(Settings.DEFAULT.withMaxLocks(200_000), entered).unaudited();
    private final TestClient alice = engine.client("alice");

    private static List<String> keysOfShard(int shard, int count) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "k" + i)
                .filter(key -> Key.of(key).shard() == shard)
                .limit(count)
                .toList();
    }

    @Test
    void othersMayEnterAShardWhileItsManyLapsedLeasesAreSwept() {
        keysOfShard(5, 2_000).forEach(key -> alice.ask("l", key, "0 1"));
        engine.passSeconds(1);
        entered.forget();

        engine.sweep();

        assertThat(Collections.frequency(entered.shards(), 5)).isEqualTo(4); // 512 at a time
        assertThat(engine.census().lapsed()).isZero();
        assertThat(engine.census().holders()).isZero();
        Audit.check(engine.bare());
    }

    @Test
    void aHundredThousandLeasesThatEndTogetherLeaveNothingBehind() {
        for (int i = 0; i < 100_000; i++) {
            alice.ask("l", "k" + i, "0 5");
        }

        engine.passSeconds(5);
        assertThat(engine.census().lapsed()).isEqualTo(100_000);
        engine.sweep();

        assertThat(engine.census().lapsed()).isZero();
        assertThat(engine.census().holders()).isZero();
        assertThat(engine.census().deadlines()).isZero();
        assertThat(engine.census().idle()).isEqualTo(100_000);
        Audit.check(engine.bare());
    }

    @Test
    void whoeverReleasesWhatHasLapsedLeavesNothingToSweep() {
        String token = Grant.of(alice.ask("l", "k", "0 5")).token();
        engine.passSeconds(5);
        assertThat(engine.census().lapsed()).isEqualTo(1);

        assertThat(alice.ask("r", "k", token)).isEqualTo("ok");

        assertThat(engine.census().lapsed()).isZero();
        assertThat(engine.census().idle()).isEqualTo(1);
        Audit.check(engine.bare());
    }

    @Test
    void aSessionWithManyClaimsEndsInStepsAndWhatItGaveUpIsFreeAtOnce() {
        List<String> first = keysOfShard(1, 600);
        List<String> second = keysOfShard(2, 10);
        Stream.concat(first.stream(), second.stream()).forEach(key -> alice.ask("l", key, "0"));
        TestClient bob = engine.client("bob");
        bob.send("l", first.get(0), "60");

        engine.bare().beginEnd(alice.session());
        engine.turn(
                turn -> assertThat(engine.bare().endNext(alice.session(), turn)).isTrue());

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(engine.client("carol").ask("l", first.get(1), "0")).startsWith("ok ");
        assertThat(engine.client("dave").ask("l", second.get(0), "0")).isEqualTo("timeout");
        engine.turn(
                turn -> assertThat(engine.bare().endNext(alice.session(), turn)).isFalse());
        assertThat(engine.client("eve").ask("l", second.get(0), "0")).startsWith("ok ");
        assertThat(engine.census().holders()).isEqualTo(3);
    }

    @Test
    @Pitfall("DC-01")
    void whoEndsInStepsWinsNothingOnTheWay() {
        String wanted = keysOfShard(2, 1).get(0);
        TestClient bob = engine.client("bob");
        String token = Grant.of(bob.ask("l", wanted, "0")).token();
        keysOfShard(1, 600).forEach(key -> alice.ask("l", key, "0"));
        assertThat(alice.ask("e", wanted, "")).isEqualTo("queued");
        TestClient carol = engine.client("carol");
        carol.send("l", wanted, "60");

        engine.bare().beginEnd(alice.session());
        engine.turn(
                turn -> assertThat(engine.bare().endNext(alice.session(), turn)).isTrue());
        assertThat(bob.ask("r", wanted, token)).isEqualTo("ok");

        assertThat(carol.answer()).startsWith("ok ");
        engine.turn(
                turn -> assertThat(engine.bare().endNext(alice.session(), turn)).isFalse());
        assertThat(engine.census().holders()).isEqualTo(1);
        Audit.check(engine.bare());
    }

    @Test
    void aSessionWithFewClaimsEndsAtOnce() {
        List<String> keys = IntStream.range(0, 64)
                .mapToObj(shard -> keysOfShard(shard, 1).get(0))
                .toList();
        keys.forEach(key -> alice.ask("l", key, "0"));

        engine.bare().beginEnd(alice.session());
        engine.turn(
                turn -> assertThat(engine.bare().endNext(alice.session(), turn)).isFalse());

        assertThat(engine.census().holders()).isZero();
    }

    /** It takes about a second; if every departure looked at all who wait, it would take a minute. */
    @Test
    @Timeout(20)
    @Pitfall("LM-14")
    void whoeverLeavesALongQueueInTheMiddleDisturbsNobody() {
        String held = Grant.of(alice.ask("l", "k", "0 1000")).token();
        List<TestClient> waiters = IntStream.range(0, 100)
                .mapToObj(i -> engine.client("waiter " + i))
                .toList();
        waiters.forEach(each -> each.ask("tag", "_", "on"));
        for (int tag = 0; tag < 1_000; tag++) {
            for (TestClient each : waiters) {
                each.send(tag + " l", "k", "1000");
            }
        }

        for (int tag = 998; tag > 0; tag--) {
            for (TestClient each : waiters) {
                each.send("2000 cancel", "_", "" + tag);
                each.answer();
                each.answer();
            }
        }

        assertThat(engine.census().waiters()).isEqualTo(200);
        assertThat(engine.census().deadlines()).isEqualTo(201);
        assertThat(alice.ask("r", "k", held)).isEqualTo("ok");
        for (int tag : new int[] {0, 999}) {
            for (TestClient each : waiters) {
                String grant = each.answer();
                assertThat(grant).startsWith(tag + " ok ");
                each.send("2000 r", "k", grant.split(" ", -1)[2]);
                assertThat(each.answer()).isEqualTo("2000 ok");
            }
        }
        assertThat(engine.census().waiters()).isZero();
    }
}
