package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Subscribers who do not read what they subscribed to: 4.15 of PROTOCOL.md. */
final class SlowSessionTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient slow = engine.client("slow");
    private final TestClient bob = engine.client("bob");

    @Test
    @Pitfall("SW-03")
    void aListenerWithoutRoomIsCutOff() {
        slow.ask("listen", "ch", "");
        bob.ask("listen", "ch", "");
        slow.readPushes(2);

        assertThat(alice.ask("signal", "ch", "1")).isEqualTo("ok 2");
        assertThat(alice.ask("signal", "ch", "2")).isEqualTo("ok 2");
        assertThat(slow.isClosed()).isFalse();
        assertThat(alice.ask("signal", "ch", "3")).isEqualTo("ok 2");

        assertThat(slow.isClosed()).isTrue();
        assertThat(heard(slow)).containsExactly("sig ch 1", "sig ch 2");
        assertThat(heard(bob)).containsExactly("sig ch 1", "sig ch 2", "sig ch 3");
    }

    @Test
    @Pitfall("SW-03")
    void aWatcherWithoutRoomIsCutOff() {
        slow.ask("watch", "k", "");
        bob.ask("watch", "k", "");
        slow.readPushes(0);

        assertThat(alice.ask("kset", "k", "x")).isEqualTo("ok");

        assertThat(slow.isClosed()).isTrue();
        assertThat(heard(bob)).containsExactly("watch kset k");
    }

    @Test
    @Pitfall("SW-03")
    void anObserverWithoutRoomIsCutOff() {
        slow.ask("observe", "e", "");
        bob.ask("observe", "e", "");
        slow.readPushes(0);

        assertThat(alice.ask("elect", "e", "0")).startsWith("ok ");

        assertThat(slow.isClosed()).isTrue();
        assertThat(heard(bob)).containsExactly("leader elected e");
    }

    @Test
    @Pitfall("SW-03")
    void anObserverWithoutRoomForTheFirstEventIsAnsweredAndCutOff() {
        alice.ask("elect", "e", "0");
        slow.readPushes(0);

        assertThat(slow.ask("observe", "e", "")).isEqualTo("ok");

        assertThat(slow.isClosed()).isTrue();
    }

    @Test
    @Pitfall("SW-03")
    void itsLocksAndPlacesGoToOthers() {
        slow.ask("l", "held", "0");
        alice.ask("l", "other", "0");
        slow.ask("e", "other", "");
        TestClient next = engine.client("next");
        next.send("l", "held", "60");
        slow.ask("watch", "k", "");
        slow.readPushes(0);

        alice.ask("kset", "k", "x");

        assertThat(next.answer()).startsWith("ok ");
        assertThat(engine.census().waiters()).isZero();
        assertThat(engine.stats()).contains("\"connections\":3,").contains("\"watch_channels\":[]");
    }

    @Test
    @Pitfall("SW-03")
    void aParkedSessionCanBeTooSlowToo() {
        alice.ask("l", "k", "0 5");
        slow.ask("watch", "v", "");
        slow.send("l", "k", "60");
        bob.send("l", "k", "60");
        slow.readPushes(0);

        alice.ask("kset", "v", "x");
        engine.passSeconds(5);

        assertThat(slow.hasNoAnswer()).isTrue();
        assertThat(bob.answer()).startsWith("ok ");
    }

    @Test
    void whoSubscribedToNothingThatHappensIsLeftAlone() {
        slow.ask("watch", "other", "");
        slow.readPushes(0);

        alice.ask("kset", "k", "x");

        assertThat(slow.ask("ping", "_", "")).isEqualTo("ok");
        assertThat(slow.isClosed()).isFalse();
    }

    @Test
    @Pitfall("SW-03")
    void whoHasNoRoomForItsOwnSignalIsAnsweredAndCutOff() {
        slow.ask("listen", "ch", "");
        bob.ask("listen", "ch", "");
        slow.readPushes(0);

        assertThat(slow.ask("signal", "ch", "x")).isEqualTo("ok 2");

        assertThat(slow.isClosed()).isTrue();
        assertThat(heard(bob)).containsExactly("sig ch x");
    }

    @Test
    @Pitfall({"SW-03", "SW-07"})
    void whoIsFullOnEveryWayIsCutOffOnce() {
        slow.ask("listen", "ch", "");
        slow.ask("listen", "*", "");
        slow.ask("listen", "ch", "g");
        slow.ask("listen", "*", "g");
        slow.readPushes(0);

        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 3");

        assertThat(slow.isClosed()).isTrue();
        assertThat(engine.census().sessions()).isEqualTo(2);
    }

    @Test
    @Pitfall({"SW-03", "SW-05"})
    void anExpiryReachesThoseWhoReadWhoeverDoesNot() {
        List<TestClient> watchers = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            TestClient watcher = engine.client("watcher " + i);
            watcher.ask("watch", "k", "");
            watcher.readPushes(i % 2 == 0 ? 2 : 1);
            watchers.add(watcher);
        }
        alice.ask("l", "k", "0 5");

        engine.passSeconds(5);
        engine.sweep();

        for (int i = 0; i < 9; i++) {
            assertThat(watchers.get(i).isClosed()).isEqualTo(i % 2 == 1);
            assertThat(heard(watchers.get(i)))
                    .isEqualTo(i % 2 == 1 ? List.of("watch acquire k") : List.of("watch acquire k", "watch release k"));
        }
    }

    /** The end of each releases what the next one watches without reading. */
    @Test
    @Pitfall({"SW-03", "SW-09"})
    void oneCutOffMayCauseTheNext() {
        List<TestClient> chain = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            TestClient link = engine.client("link " + i);
            link.ask("l", "lock" + i, "0");
            link.ask("watch", "lock" + (i - 1), "");
            link.readPushes(0);
            chain.add(link);
        }
        bob.ask("watch", "*", "");

        chain.get(0).disconnect();

        assertThat(chain).allMatch(TestClient::isClosed);
        assertThat(engine.census().sessions()).isEqualTo(3);
        assertThat(engine.census().holders()).isZero();
        assertThat(heard(bob)).hasSize(20).doesNotHaveDuplicates().allMatch(line -> line.startsWith("watch release "));
    }

    /** The waiter that gets the lock of a slow session is told of it, and so are those who watch. */
    @Test
    @Pitfall({"SW-03", "SW-06"})
    void aCutOffIsAnEndLikeAnyOther() {
        slow.ask("l", "k", "0");
        slow.ask("listen", "ch", "");
        slow.readPushes(0);
        bob.ask("watch", "k", "");
        TestClient next = engine.client("next");
        next.send("l", "k", "60");

        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 1");

        assertThat(next.answer()).startsWith("ok ");
        assertThat(heard(bob)).containsExactly("watch release k", "watch acquire k");
    }
}
