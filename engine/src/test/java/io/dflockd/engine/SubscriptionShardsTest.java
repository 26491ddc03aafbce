package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

/** Which shards are entered for the sake of subscribers: only those that a request or a session has to do with. */
final class SubscriptionShardsTest {
    private final EnteredShards entered = new EnteredShards();
    private final TestEngine engine =
            TestEngine.guarded(Settings.DEFAULT, entered).unaudited();
    private final TestClient alice = engine.client("alice");
    private final TestClient subscriber = engine.client("subscriber");

    private void subscribeToEverything() {
        for (int i = 0; i < 200; i++) {
            subscriber.ask("listen", "name." + i, "");
            subscriber.ask("listen", "name." + i + ".*", "g");
            subscriber.ask("watch", "name." + i, "");
        }
        subscriber.ask("listen", ">", "");
        subscriber.ask("watch", ">", "");
    }

    @Test
    void aSignalAndAChangeEnterTheShardOfTheirName() {
        subscribeToEverything();
        entered.forget();

        alice.ask("signal", "name.1", "x");
        alice.ask("kset", "name.2", "x");

        assertThat(entered.shards())
                .containsExactly(Key.of("name.1").shard(), Key.of("name.2").shard());
        assertThat(entered.isOutside()).isTrue();
    }

    @Test
    @Pitfall("DC-07")
    void theEndOfASubscriberEntersOnlyTheShardsOfWhatItObserves() {
        subscribeToEverything();
        subscriber.ask("observe", "one", "");
        subscriber.ask("observe", "two", "");
        entered.forget();

        subscriber.disconnect();

        assertThat(entered.shards())
                .containsExactlyInAnyOrder(Key.of("one").shard(), Key.of("two").shard());
        assertThat(engine.census().listens()
                        + engine.census().watches()
                        + engine.census().observers())
                .isZero();
    }
}
