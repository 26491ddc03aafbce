package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
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
    void aChangeAndASignalThatNoPatternMayMatchEnterNoSubscriptions() {
        subscriber.ask("watch", "other", "");
        subscriber.ask("listen", "other", "");
        subscriber.ask("watch", "other.*", "");
        subscriber.ask("listen", "other.>", "g");
        entered.forget();

        alice.ask("kset", "name.1", "x");
        alice.ask("l", "name.2", "0");
        alice.ask("signal", "name.3", "x");

        assertThat(entered.entriesOfSubscriptions()).isZero();
    }

    @Test
    void whoeverGaveANameHearsOfItWithoutAnEntryOfTheSubscriptions() {
        subscriber.ask("watch", "name", "");
        subscriber.ask("listen", "name", "");
        subscriber.ask("listen", "name", "g");
        entered.forget();

        alice.ask("kset", "name", "x");
        assertThat(alice.ask("signal", "name", "x")).isEqualTo("ok 2");

        assertThat(heard(subscriber)).containsExactly("watch kset name", "sig name x", "sig name x");
        assertThat(entered.entriesOfSubscriptions()).isZero();
    }

    @Test
    void aPatternThatMayMatchIsLookedForOnceForAChange() {
        subscriber.ask("watch", "orders.*.new", "");
        subscriber.ask("watch", "orders.1.*", "");
        entered.forget();

        alice.ask("kset", "orders.1.new", "x");
        alice.ask("kset", "orders.2.old", "x");

        assertThat(heard(subscriber)).containsExactly("watch kset orders.1.new");
        assertThat(entered.entriesOfSubscriptions()).isEqualTo(2);
    }

    @Test
    @Pitfall("DC-07")
    void theEndOfASubscriberEntersOnlyTheShardsOfTheNamesItGave() {
        subscriber.ask("listen", "zero", "");
        subscriber.ask("watch", "one", "");
        subscriber.ask("observe", "two", "");
        subscriber.ask("listen", "three.*", "g");
        subscriber.ask("watch", ">", "");
        entered.forget();

        subscriber.disconnect();

        assertThat(entered.shards())
                .containsExactlyInAnyOrder(
                        Key.of("zero").shard(),
                        Key.of("one").shard(),
                        Key.of("two").shard());
        assertThat(entered.entriesOfSubscriptions()).isEqualTo(1);
        assertThat(engine.census().listens()
                        + engine.census().watches()
                        + engine.census().observers())
                .isZero();
    }
}
