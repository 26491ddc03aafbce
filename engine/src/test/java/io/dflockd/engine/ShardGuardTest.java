package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

/** How the engine enters its shards. */
final class ShardGuardTest {
    private final EnteredShards entered = new EnteredShards();
    private final TestEngine engine = TestEngine.guarded(Settings.DEFAULT, entered);

    @Test
    @Pitfall("LM-08")
    void noShardIsEnteredFromWithinAnother() {
        for (long seed = 0; seed < 20; seed++) {
            EnteredShards guard = new EnteredShards();
            Settings settings = Settings.DEFAULT.withMaxLocks(2);
            new History(seed, TestEngine.guarded(settings, guard)).play(100);

            assertThat(guard.isOutside()).isTrue();
        }
    }

    @Test
    void aRequestEntersTheShardOfItsKeyOnce() {
        TestClient alice = engine.client("alice");

        alice.send("l", "k", "0");

        assertThat(entered.shards()).containsExactly(Key.of("k").shard());
    }

    @Test
    void aRefusedRequestLeavesItsShard() {
        TestClient alice = engine.client("alice");

        assertThat(alice.ask("r", "k", "nonsense")).isEqualTo("error");

        assertThat(entered.isOutside()).isTrue();
    }

    @Test
    void aPingEntersNoShard() {
        TestClient alice = engine.client("alice");

        assertThat(alice.ask("ping", "_", "")).isEqualTo("ok");

        assertThat(entered.shards()).isEmpty();
    }

    @Test
    void whoLeavesAShardIsToldWhatIsDueNext() {
        TestClient alice = engine.client("alice");

        Grant grant = Grant.of(alice.ask("l", "k", "0 5"));

        assertThat(entered.nextDeadlineNanos()).isEqualTo(engine.nowNanos() + 5_000_000_000L);
        alice.send("r", "k", grant.token());
        assertThat(entered.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
