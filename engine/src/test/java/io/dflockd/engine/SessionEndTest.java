package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens when a session ends: 4.13 of PROTOCOL.md. */
final class SessionEndTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @ParameterizedTest
    @EnumSource
    @Pitfall({"DC-05", "LM-06"})
    void everyKindOfSlotIsFreed(Kind kind) {
        assertThat(kind.ask(alice, "k")).contains(" 33");

        alice.disconnect();
        bob.disconnect();

        assertThat(engine.census().isQuiet()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall({"DC-05", "LM-06"})
    void everyKindOfSlotGoesToTheNext(Kind kind) {
        int limit = Math.max(1, kind.limit);
        for (int i = 0; i < limit; i++) {
            alice.send(kind.limit == 0 ? "wl" : "sl", "k", kind.limit == 0 ? "0" : "0 " + limit);
        }
        bob.send(kind.command, "k", kind.isTwoPhase() ? kind.argument : "6" + kind.argument);

        alice.disconnect();

        assertThat(engine.census().holders()).isEqualTo(1);
        assertThat(engine.bare().holdsAny(bob.session())).isTrue();
    }

    @Test
    @Pitfall({"DC-05", "LM-06"})
    void everyKindOfWaitIsEnded() {
        alice.send("l", "lock", "0");
        alice.send("sl", "pool", "0 2");
        alice.send("sl", "pool", "0 2");
        alice.send("wl", "book", "0");
        TestClient single = engine.client("single");
        TestClient entered = engine.client("entered");
        TestClient collecting = engine.client("collecting");
        TestClient tagged = engine.client("tagged");
        single.send("l", "lock", "60");
        entered.send("se", "pool", "2");
        collecting.send("we", "book", "");
        collecting.send("ww", "book", "60");
        tagged.send("tag", "_", "on");
        tagged.send("1 l", "lock", "60");
        tagged.send("2 sl", "pool", "60 2");
        tagged.send("3 rl", "book", "60");
        assertThat(engine.census().waiters()).isEqualTo(6);

        List.of(single, entered, collecting, tagged).forEach(TestClient::disconnect);

        assertThat(engine.census().waiters()).isZero();
        assertThat(engine.census().holders()).isEqualTo(4);
        assertThat(engine.census().deadlines()).isEqualTo(4);
    }

    @Test
    @Pitfall("DC-03")
    void anEndingSessionWinsNothingFromItself() {
        alice.send("tag", "_", "on");
        alice.send("1 l", "k", "0");
        alice.send("2 l", "k", "60");
        alice.send("3 e", "k", "");
        bob.send("l", "k", "60");

        alice.disconnect();

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(engine.census().waiters()).isZero();
    }

    @Test
    @Pitfall("DC-03")
    void anEndingSessionDoesNotMoveUpInAQueueThatItLeaves() {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient reader = keeping.client("reader");
        TestClient ending = keeping.client("ending");
        reader.send("rl", "book", "0");
        ending.send("tag", "_", "on");
        ending.send("1 wl", "book", "60");
        ending.send("2 rl", "book", "60");

        ending.disconnect();

        assertThat(keeping.census().holders()).isEqualTo(1);
        assertThat(keeping.census().waiters()).isZero();
    }

    @Test
    @Pitfall("DC-03")
    void anEndingSessionWinsNothingThatFallsFreeInTheSameInstant() {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient holder = keeping.client("holder");
        TestClient ending = keeping.client("ending");
        TestClient next = keeping.client("next");
        holder.send("l", "k", "0 5");
        ending.send("l", "k", "60");
        next.send("l", "k", "60");
        keeping.stallSeconds(5);

        ending.disconnect();
        keeping.passTime();

        assertThat(next.answer()).startsWith("ok ");
    }

    @Test
    void slotsAreServedToTheQueueInItsOrder() {
        IntStream.range(0, 3).forEach(i -> alice.send("sl", "pool", "0 3"));
        List<TestClient> waiters = IntStream.range(0, 4)
                .mapToObj(i -> engine.client("waiter " + i))
                .toList();
        waiters.forEach(waiter -> waiter.send("sl", "pool", "60 3"));

        alice.disconnect();

        assertThat(waiters.subList(0, 3))
                .extracting(waiter -> Grant.of(waiter.answer()).fence())
                .isSorted();
        assertThat(waiters.get(3).hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("LM-06")
    void nothingIsLeftOfAnyHistoryWhenEveryoneHasGone() {
        for (long seed = 0; seed < 200; seed++) {
            TestEngine busy = new TestEngine();
            History history = new History(seed, busy);
            history.play(150);
            history.end();

            assertThat(busy.census().isQuiet())
                    .as("seed %d: %s", seed, busy.census())
                    .isTrue();
            busy.passSeconds(61);
            busy.collect();
            assertThat(busy.census().isEmpty()).isTrue();
        }
    }

    @Test
    @Pitfall({"LM-06", "TP-06"})
    void nothingIsLeftOfAnyHistoryAlsoWhenSlotsOutliveTheirSessions() {
        for (long seed = 0; seed < 200; seed++) {
            TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
            History history = new History(seed, keeping);
            history.play(150);
            history.end();

            assertThat(keeping.census().isQuiet())
                    .as("seed %d: %s", seed, keeping.census())
                    .isTrue();
        }
    }

    @Test
    @Pitfall("TP-06")
    void waitersAndEntriesGoAlsoWhenSlotsStay() {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient holder = keeping.client("holder");
        TestClient waiter = keeping.client("waiter");
        TestClient entered = keeping.client("entered");
        TestClient collecting = keeping.client("collecting");
        TestClient next = keeping.client("next");
        Grant held = Grant.of(holder.ask("l", "k", "0"));
        waiter.send("l", "k", "60");
        entered.send("e", "k", "");
        collecting.send("e", "k", "");
        collecting.send("w", "k", "60");
        next.send("l", "k", "60");

        List.of(waiter, entered, collecting).forEach(TestClient::disconnect);

        assertThat(keeping.census().waiters()).isEqualTo(1);
        holder.send("r", "k", held.token());
        assertThat(next.answer()).startsWith("ok ");
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall({"TP-06", "DC-02"})
    void slotsStayUntilTheirLeaseEndsWhereTheSettingsSaySo(Kind kind) {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient holder = keeping.client("holder");
        TestClient other = keeping.client("other");
        Grant held = Grant.of(kind.ask(holder, "k"));

        holder.disconnect();

        assertThat(keeping.census().holders()).isEqualTo(1);
        assertThat(other.ask("n", "k", held.token() + " 20")).isEqualTo("ok 20");
        keeping.passSeconds(20);
        keeping.sweep();
        assertThat(keeping.census().holders()).isZero();
    }

    @Test
    @Pitfall("TP-06")
    void aSlotThatOutlivesItsSessionCanBeReleasedByToken() {
        TestEngine keeping = new TestEngine(Settings.DEFAULT.withAutoRelease(false));
        TestClient holder = keeping.client("holder");
        TestClient other = keeping.client("other");
        Grant held = Grant.of(holder.ask("e", "k", ""));
        holder.disconnect();
        other.send("l", "k", "60");
        TestClient finder = keeping.client("finder");

        assertThat(finder.ask("r", "k", held.token())).isEqualTo("ok");

        assertThat(other.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("DC-07")
    void theEndOfASessionEntersOnlyTheShardsItTouched() {
        EnteredShards entered = new EnteredShards();
        TestEngine watched = TestEngine.guarded(Settings.DEFAULT, entered);
        watched.unaudited();
        TestClient busy = watched.client("busy");
        TestClient idle = watched.client("idle");
        busy.send("l", "one", "0");
        busy.send("l", "two", "0");
        entered.forget();

        idle.disconnect();
        assertThat(entered.shards()).isEmpty();
        busy.disconnect();

        assertThat(entered.shards())
                .containsExactlyInAnyOrder(Key.of("one").shard(), Key.of("two").shard());
    }
}
