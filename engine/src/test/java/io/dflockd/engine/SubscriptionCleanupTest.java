package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No subscription outlives its session, or its end: 4.13 and invariant 7 of PROTOCOL.md. */
final class SubscriptionCleanupTest {
    private static final String NO_CHANNELS = "\"signal_channels\":[],\"watch_channels\":[]";

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @ParameterizedTest
    @CsvSource({
        "listen, a.b, ''",
        "listen, a.*, ''",
        "listen, >, ''",
        "listen, a.b, g",
        "listen, *.b, g",
        "watch, a.b, ''",
        "watch, a.>, ''",
        "observe, a.b, ''"
    })
    @Pitfall({"SW-09", "DC-05", "LM-06"})
    void aSubscriptionAloneGoesWithItsSession(String command, String name, String argument) {
        TestClient gone = engine.client("gone");
        gone.ask(command, name, argument);

        gone.disconnect();

        assertThat(engine.stats()).contains(NO_CHANNELS);
        assertThat(alice.ask("signal", "a.b", "x")).isEqualTo("ok 0");
        alice.ask("elect", "a.b", "0");
        alice.disconnect();
        bob.disconnect();
        assertThat(engine.census().isQuiet()).as("%s", engine.census()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "listen, a.b, ''",
        "listen, a.*, g",
        "watch, a.b, ''",
        "watch, a.>, ''",
        "observe, a.b, ''",
    })
    @Pitfall("SW-09")
    void aSessionIsStatefulAsLongAsItSubscribes(String command, String name, String argument) {
        assertThat(engine.bare().isStateful(alice.session())).isFalse();

        alice.ask(command, name, argument);
        assertThat(engine.bare().isStateful(alice.session())).isTrue();
        alice.ask("un" + command, name, argument);

        assertThat(engine.bare().isStateful(alice.session())).isFalse();
        assertThat(engine.bare().holdsAny(alice.session())).isFalse();
    }

    @Test
    @Pitfall("SW-09")
    void noSubscriptionIsLeftOfAnyHistoryWhenAllHaveBeenTakenBack() {
        for (long seed = 0; seed < 60; seed++) {
            TestEngine busy = new TestEngine();
            SubscriptionHistory history = new SubscriptionHistory(seed, busy);
            history.play(120);
            TestClient sender = busy.client("sender");

            history.unsubscribeAll();

            assertThat(busy.stats()).as("seed %d", seed).contains(NO_CHANNELS);
            assertThat(sender.ask("signal", "a.b", "x")).isEqualTo("ok 0");
            sender.disconnect();
            history.disconnectAll();
            assertThat(busy.census().isQuiet())
                    .as("seed %d: %s", seed, busy.census())
                    .isTrue();
        }
    }

    @Test
    @Pitfall({"SW-09", "LM-06"})
    void noSubscriptionIsLeftOfAnyHistoryWhenEveryoneHasGone() {
        for (long seed = 0; seed < 60; seed++) {
            TestEngine busy = new TestEngine();
            SubscriptionHistory history = new SubscriptionHistory(seed, busy);
            history.play(120);

            history.disconnectAll();

            assertThat(busy.stats()).as("seed %d", seed).contains(NO_CHANNELS);
            assertThat(busy.census().isQuiet())
                    .as("seed %d: %s", seed, busy.census())
                    .isTrue();
        }
    }

    @Test
    @Pitfall("SW-09")
    void whoIsCutOffWhileASignalIsSentIsGoneAndNobodyElseIsPassedOver() {
        List<TestClient> listeners = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            TestClient listener = engine.client("listener " + i);
            listener.ask("listen", i % 3 == 0 ? "ch" : i % 3 == 1 ? "*" : ">", "");
            listeners.add(listener);
            if (i % 4 == 1) {
                listener.readPushes(0);
            }
        }

        assertThat(alice.ask("signal", "ch", "1")).isEqualTo("ok 40");
        assertThat(alice.ask("signal", "ch", "2")).isEqualTo("ok 30");

        for (int i = 0; i < 40; i++) {
            boolean slow = i % 4 == 1;
            assertThat(listeners.get(i).isClosed()).isEqualTo(slow);
            assertThat(heard(listeners.get(i))).isEqualTo(slow ? List.of() : List.of("sig ch 1", "sig ch 2"));
        }
    }

    @Test
    @Pitfall("SW-09")
    void whoComesInThePlaceOfAnotherInheritsNothing() {
        bob.ask("listen", "ch", "");
        bob.ask("watch", "ch", "");
        bob.disconnect();
        TestClient next = engine.client("next");

        assertThat(alice.ask("signal", "ch", "x")).isEqualTo("ok 0");
        alice.ask("kset", "ch", "x");

        assertThat(next.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("SW-09")
    void takingBackOnePatternLeavesItsNeighbours() {
        List<String> patterns = List.of("a", "a.b", "a.*", "a.>", "*", "*.b", "*.*", "*.>", ">");
        for (String gone : patterns) {
            TestClient listener = engine.client("listener of all but " + gone);
            patterns.forEach(pattern -> listener.ask("listen", pattern, "group of " + pattern));

            listener.ask("unlisten", gone, "group of " + gone);

            int matching = gone.equals("a") || gone.equals("*") ? 7 : 6;
            assertThat(alice.ask("signal", "a.b", "x")).as(gone).isEqualTo("ok " + matching);
            listener.disconnect();
        }
    }
}
