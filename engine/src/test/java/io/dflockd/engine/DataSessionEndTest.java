package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of waits at lists and barriers when a session ends: 4.13 of PROTOCOL.md. */
final class DataSessionEndTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    private TestClient tagged(String name) {
        TestClient client = engine.client(name);
        client.send("tag", "_", "on");
        client.answer();
        return client;
    }

    @ParameterizedTest
    @ValueSource(strings = {"blpop", "brpop"})
    @Pitfall("CK-01")
    void anItemIsNotHandedToWhoHasGone(String command) {
        bob.send(command, "jobs", "60");

        bob.disconnect();

        assertThat(engine.stats()).contains("\"lists\":[]");
        assertThat(alice.ask("rpush", "jobs", "a")).isEqualTo("ok 1");
        assertThat(alice.ask("lpop", "jobs", "")).isEqualTo("ok a");
    }

    @Test
    @Pitfall("CK-01")
    void noneOfTenThousandItemsIsLostToOneWhoHasGone() {
        engine.unaudited();
        for (int i = 0; i < 10_000; i++) {
            TestClient popper = engine.client("popper");
            popper.send(i % 2 == 0 ? "blpop" : "brpop", "jobs", "60");
            popper.disconnect();

            assertThat(alice.ask(i % 3 == 0 ? "lpush" : "rpush", "jobs", "item" + i))
                    .isEqualTo("ok 1");
            assertThat(alice.ask("blpop", "jobs", "60")).isEqualTo("ok item" + i);
        }
    }

    @Test
    @Pitfall({"CK-01", "CK-06"})
    void theNextInTheQueueGetsWhatTheGoneOneWouldHaveGot() {
        TestClient gone = tagged("gone");
        gone.send("1 blpop", "jobs", "60");
        gone.send("2 brpop", "jobs", "60");
        bob.send("blpop", "jobs", "60");
        gone.send("3 blpop", "jobs", "60");

        gone.disconnect();

        assertThat(alice.ask("rpush", "jobs", "a")).isEqualTo("ok 0");
        assertThat(bob.answer()).isEqualTo("ok a");
        assertThat(alice.ask("rpush", "jobs", "b")).isEqualTo("ok 1");
    }

    @Test
    @Pitfall({"BA-01", "BA-04"})
    void aBarrierIsBrokenByWhoGoes() {
        TestClient gone = engine.client("gone");
        alice.send("bwait", "start", "3 60");
        gone.send("bwait", "start", "3 60");

        gone.disconnect();

        assertThat(alice.answer()).isEqualTo("timeout");
        assertThat(engine.stats()).contains("\"barriers\":[]");
    }

    @Test
    void everyWaitOfASessionEndsWithItAndNoOther() {
        TestClient gone = tagged("gone");
        gone.send("1 blpop", "jobs", "60");
        gone.send("2 blpop", "others", "60");
        gone.send("3 bwait", "start", "2 60");
        gone.send("4 bwait", "finish", "3 60");
        gone.send("5 elect", "post", "0");
        gone.send("6 observe", "post", "");
        alice.send("bwait", "elsewhere", "2 60");
        bob.send("blpop", "others", "60");

        gone.disconnect();

        assertThat(alice.hasNoAnswer()).isTrue();
        assertThat(bob.hasNoAnswer()).isTrue();
        assertThat(engine.stats())
                .contains("\"lists\":[{\"key\":\"others\",\"len\":0,\"pop_waiters\":1,")
                .contains("\"barriers\":[{\"key\":\"elsewhere\",\"count\":2,\"participants\":1,");
        assertThat(engine.census().deadlines()).isEqualTo(2);
        assertThat(engine.census().holders()).isZero();
    }

    @Test
    @Pitfall("CK-01")
    void whoGoesAtTheLastInstantOfItsWaitGetsNothing() {
        TestClient gone = engine.client("gone");
        gone.send("blpop", "jobs", "5");
        engine.stallSeconds(5);

        gone.disconnect();

        assertThat(alice.ask("rpush", "jobs", "a")).isEqualTo("ok 1");
        engine.passSeconds(1);
        assertThat(engine.census().deadlines()).isZero();
    }

    @Test
    void whoGoesAfterItsWaitIsOverHarmsNobody() {
        TestClient gone = engine.client("gone");
        gone.send("bwait", "start", "3 5");
        alice.send("bwait", "start", "3 60");
        engine.stallSeconds(6);

        gone.disconnect();
        engine.passTime();

        assertThat(alice.answer()).isEqualTo("timeout");
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    void whoGoesAfterATripDoesNotDisturbTheNextGeneration() {
        TestClient gone = engine.client("gone");
        gone.send("bwait", "start", "2 60");
        alice.send("bwait", "start", "2 60");
        alice.answer();
        alice.send("bwait", "start", "2 60");

        gone.disconnect();

        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall("CK-02")
    void whatASessionStoredStays() {
        alice.ask("incr", "visits", "3");
        alice.ask("kset", "color", "blue");
        alice.ask("rpush", "jobs", "a");

        alice.disconnect();
        engine.passSeconds(1_000_000);
        engine.sweep();
        engine.collect();

        assertThat(bob.ask("get", "visits", "")).isEqualTo("ok 3");
        assertThat(bob.ask("kget", "color", "")).isEqualTo("ok blue");
        assertThat(bob.ask("lpop", "jobs", "")).isEqualTo("ok a");
    }

    @Test
    void thePlacesOfAThousandWhoGoAtOnceAreAllFree() {
        engine.unaudited();
        TestClient gone = tagged("gone");
        for (int i = 0; i < 1_000; i++) {
            gone.send(i + " blpop", "jobs" + i % 10, "60");
            gone.send((1_000 + i) + " bwait", "start" + i, "2 60");
        }

        gone.disconnect();

        assertThat(engine.census().deadlines()).isZero();
        assertThat(engine.stats()).contains("\"lists\":[]").contains("\"barriers\":[]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsLeftOfAnyHistoryWhenEveryoneHasGone(boolean autoRelease) {
        for (long seed = 0; seed < 200; seed++) {
            TestEngine busy = new TestEngine(Settings.DEFAULT.withAutoRelease(autoRelease));
            DataHistory history = new DataHistory(seed, busy);
            history.play(150);

            history.end();

            assertThat(busy.stats())
                    .as("seed %d", seed)
                    .contains("\"locks\":[]", "\"barriers\":[]")
                    .doesNotContain("pop_waiters");
            Census census = busy.census();
            assertThat(List.of(census.sessions(), census.holders(), census.waiters(), census.deadlines()))
                    .as("seed %d", seed)
                    .containsOnly(0);
        }
    }
}
