package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions in an engine that was read from a snapshot are those of the one that was written. */
final class SubscriptionSnapshotTest {
    private final TestEngine engine = new TestEngine(Settings.DEFAULT.withMaxSubscriptions(8));
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");
    private final TestClient dave = engine.client("dave");

    @Test
    void everyKindOfSubscriptionComesBack() throws IOException {
        fillWithEveryKindOfSubscription();
        byte[] bytes = Snapshot.write(engine.bare());

        Engine copy = Snapshot.read(bytes, Session::new);

        Audit.check(copy);
        assertThat(copy.census()).isEqualTo(engine.census());
        assertThat(copy.stats(engine.nowNanos()).line()).isEqualTo("ok " + engine.stats());
        assertThat(Snapshot.write(copy)).isEqualTo(bytes);
    }

    private void fillWithEveryKindOfSubscription() {
        for (TestClient client : List.of(carol, bob)) {
            client.ask("listen", "a.b", "");
            client.ask("listen", "a.*", "");
            client.ask("listen", "a.b", "g");
            client.ask("listen", ">", "g");
            client.ask("watch", "a.b", "");
            client.ask("watch", "*.b", "");
            client.ask("observe", "a.b", "");
        }
        alice.ask("elect", "a.b", "0");
        alice.ask("signal", "a.b", "x");
    }

    @Test
    void subscribersAreToldAsBefore() {
        fillWithEveryKindOfSubscription();
        List.of(alice, bob, carol).forEach(Heard::heard);

        engine.restart();

        assertThat(alice.ask("signal", "a.b", "x")).isEqualTo("ok 4");
        alice.ask("kset", "a.b", "x");
        alice.disconnect();
        assertThat(heard(bob))
                .contains("watch kset a.b", "watch release a.b", "leader resigned a.b")
                .hasSize(6);
        assertThat(heard(carol))
                .contains("watch kset a.b", "watch release a.b", "leader resigned a.b")
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void aGroupGoesOnWithTheMemberWhoseTurnItIs(int before) {
        List<TestClient> members = List.of(dave, bob, carol);
        members.forEach(member -> member.ask("listen", "jobs", "g"));
        for (int i = 0; i < before; i++) {
            alice.ask("signal", "jobs", "x");
        }
        members.forEach(Heard::heard);

        engine.restart();

        for (int i = before; i < before + 4; i++) {
            assertThat(alice.ask("signal", "jobs", "x")).isEqualTo("ok 1");
            assertThat(heard(members.get(i % 3))).as("turn %d", i).containsExactly("sig jobs x");
        }
    }

    @Test
    void aGroupGoesOnAlsoAfterTheMemberWhoseTurnItWasHasLeft() {
        List.of(bob, carol, dave).forEach(member -> member.ask("listen", "jobs", "g"));
        alice.ask("signal", "jobs", "1");
        bob.disconnect();

        engine.restart();
        alice.ask("signal", "jobs", "2");
        engine.restart();
        alice.ask("signal", "jobs", "3");

        assertThat(heard(carol)).containsExactly("sig jobs 2");
        assertThat(heard(dave)).containsExactly("sig jobs 3");
    }

    @Test
    void theBudgetIsWhatItWas() {
        for (int i = 0; i < 7; i++) {
            alice.ask("listen", "ch", "g" + i);
        }

        engine.restart();

        assertThat(alice.ask("listen", "ch", "g0")).isEqualTo("ok");
        assertThat(alice.ask("watch", "k", "")).isEqualTo("ok");
        assertThat(alice.ask("watch", "k2", "")).isEqualTo("error");
    }

    @Test
    void whoTakesBackASubscriptionFromBeforeHearsNoMore() {
        fillWithEveryKindOfSubscription();
        engine.restart();
        heard(bob);

        for (String name : List.of("a.b", "a.*", ">", "*.b")) {
            bob.ask("unlisten", name, "");
            bob.ask("unlisten", name, "g");
            bob.ask("unwatch", name, "");
            bob.ask("unobserve", name, "");
        }
        alice.ask("signal", "a.b", "x");
        alice.ask("kset", "a.b", "x");
        alice.disconnect();

        assertThat(bob.hasNoAnswer()).isTrue();
        assertThat(engine.bare().isStateful(bob.session())).isFalse();
    }

    @Test
    void nothingIsLeftOfThoseWhoLeaveAfterwards() {
        fillWithEveryKindOfSubscription();

        engine.restart();
        List.of(alice, bob, carol, dave).forEach(TestClient::disconnect);

        assertThat(engine.census().isQuiet()).as("%s", engine.census()).isTrue();
        assertThat(engine.stats()).contains("\"signal_channels\":[],\"watch_channels\":[]");
    }

    @Test
    void goesOnAsIfNothingHadHappenedAfterARestartAtEveryStepOfAnyHistory() {
        for (long seed = 0; seed < 60; seed++) {
            SubscriptionHistory straight = new SubscriptionHistory(seed, new TestEngine());
            straight.play(80);

            TestEngine restarting = new TestEngine();
            SubscriptionHistory interrupted = new SubscriptionHistory(seed, restarting);
            for (int i = 0; i < 80; i++) {
                restarting.restart();
                interrupted.step();
            }

            assertThat(interrupted.transcript()).as("seed %d", seed).isEqualTo(straight.transcript());
        }
    }
}
