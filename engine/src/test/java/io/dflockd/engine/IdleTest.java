package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is forgotten because nobody uses it: 4.12 of PROTOCOL.md. */
final class IdleTest {
    private final TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxIdle(Duration.ofSeconds(60)));
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    private void useOnce(String key) {
        Grant grant = Grant.of(alice.ask("l", key, "0"));
        assertThat(alice.ask("r", key, grant.token())).isEqualTo("ok");
    }

    @Test
    void isForgottenAfterMoreThanTheLongestIdleTime() {
        useOnce("k");

        engine.passSeconds(60);
        engine.collect();

        assertThat(engine.census().resources()).isEqualTo(1);
        engine.passNanos(1);
        engine.collect();
        assertThat(engine.census().resources()).isZero();
        assertThat(engine.census().idle()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "r, nonsense",
        "sr, nonsense",
        "n, nonsense",
        "wn, nonsense 5",
        "w, 0",
        "rw, 5",
    })
    void everyAttemptOnAnExistingKeyIsActivity(String command, String argument) {
        useOnce("k");
        engine.passSeconds(60);

        assertThat(bob.ask(command, "k", argument)).startsWith("error");
        engine.passSeconds(60);
        engine.collect();

        assertThat(engine.census().resources()).isEqualTo(1);
        assertThat(engine.stats()).contains("{\"key\":\"k\",\"idle_s\":60.000}");
    }

    @Test
    void aRefusedEnqueueIsActivityToo() {
        alice.send("l", "k", "0 5");
        assertThat(bob.ask("e", "k", "5")).isEqualTo("queued");
        engine.passSeconds(10);
        engine.sweep();
        engine.passSeconds(60);

        assertThat(bob.ask("e", "k", "5")).isEqualTo("error_already_enqueued");

        assertThat(engine.stats()).contains("{\"key\":\"k\",\"idle_s\":0.000}");
    }

    @Test
    void lookingAtStatsIsNoActivity() {
        useOnce("k");
        engine.passSeconds(61);

        assertThat(bob.ask("stats", "_", "")).contains("\"idle_s\":61.000");
        engine.collect();

        assertThat(engine.census().resources()).isZero();
    }

    @Test
    void anEvictionIsActivity() {
        alice.send("l", "k", "0 5");
        engine.passSeconds(50);
        engine.sweep();
        engine.passSeconds(60);

        engine.collect();

        assertThat(engine.census().resources()).isEqualTo(1);
    }

    @Test
    void keysOfOneShardAreForgottenInTheOrderInWhichTheyWereLastUsed() {
        String other = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "other" + i)
                .filter(key -> Key.of(key).shard() == Key.of("one").shard())
                .findFirst()
                .orElseThrow();
        useOnce("one");
        engine.passSeconds(20);
        useOnce(other);
        engine.passSeconds(20);
        assertThat(bob.ask("w", "one", "0")).isEqualTo("error_not_enqueued");
        engine.passSeconds(41);

        engine.collect();

        assertThat(engine.stats()).contains("\"one\"").doesNotContain(other);
    }

    @Test
    @Pitfall("LM-11")
    void whatIsHeldOrWaitedForIsNeverForgotten() {
        alice.send("l", "held", "0 1000");
        alice.send("l", "lapsed", "0 5");
        bob.send("l", "held", "1000");
        engine.passSeconds(500);

        engine.collect();

        assertThat(engine.census().resources()).isEqualTo(2);
        alice.disconnect();
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("LM-11")
    void aKeyThatIsForgottenAndAskedForAgainHasOneHolderAtMost() {
        for (long seed = 0; seed < 200; seed++) {
            TestEngine hasty = new TestEngine(Settings.DEFAULT.withMaxIdle(Duration.ZERO));
            TestClient asking = hasty.client("asking");
            TestClient watching = hasty.client("watching");
            Random random = new Random(seed);
            for (int i = 0; i < 50; i++) {
                Grant grant = Grant.of(asking.ask("l", "k", "0 " + (1 + random.nextInt(3))));
                collectSometime(hasty, random);
                assertThat(watching.ask("rl", "k", "0")).isEqualTo("error_type_mismatch");
                collectSometime(hasty, random);
                assertThat(asking.ask("r", "k", grant.token())).isEqualTo("ok");
                collectSometime(hasty, random);
            }

            assertThat(hasty.census().holders()).isZero();
        }
    }

    private static void collectSometime(TestEngine engine, Random random) {
        if (random.nextBoolean()) {
            engine.passMillis(random.nextInt(300));
            engine.collect();
        }
    }

    @Test
    void anEntryThatLapsedIsRememberedAlsoWhenItsKeyIsForgotten() {
        assertThat(alice.ask("e", "k", "5")).startsWith("acquired ");
        engine.passSeconds(5);
        engine.sweep();
        engine.passSeconds(61);
        engine.collect();
        assertThat(engine.census().resources()).isZero();

        assertThat(alice.ask("w", "k", "0")).isEqualTo("error_lease_expired");
        assertThat(alice.ask("e", "k", "")).startsWith("acquired ");
    }

    @Test
    @Pitfall("LM-10")
    void aFloodOfShortLivedKeysLeavesOnlyTheLatestOfThem() {
        TestEngine busy = new TestEngine(Settings.DEFAULT.withMaxLocks(10));
        TestClient client = busy.client("client");

        for (int i = 0; i < 10_000; i++) {
            String granted = client.ask("l", "key-" + i, "0");
            assertThat(client.ask("r", "key-" + i, granted.substring(3, 35))).isEqualTo("ok");
            busy.passMillis(1);
        }

        assertThat(busy.census().resources()).isLessThan(100);
        String stats = client.ask("stats", "_", "");
        for (int i = 9_990; i < 10_000; i++) {
            assertThat(stats).contains("\"key-" + i + "\"");
        }
        assertThat(stats).doesNotContain("\"key-9989\"");
    }
}
