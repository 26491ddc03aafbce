package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several waits of one session at lists and barriers: section 10 of PROTOCOL.md. */
final class DataTagTest {
    private final TestEngine engine =
            new TestEngine(Settings.DEFAULT.withMaxInflight(3).withMaxKeys(10));
    private final TestClient alice = tagged("alice");
    private final TestClient bob = engine.client("bob");

    private TestClient tagged(String name) {
        TestClient client = engine.client(name);
        assertThat(client.ask("tag", "_", "on")).isEqualTo("ok");
        return client;
    }

    @Test
    @Pitfall("CK-06")
    void severalPopsOfOneSessionAreServedInTheirOrder() {
        alice.send("7 blpop", "jobs", "60");
        alice.send("5 brpop", "jobs", "60");
        alice.send("6 blpop", "jobs", "60");
        assertThat(alice.hasNoAnswer()).isTrue();

        bob.ask("lpush", "jobs", "a");
        bob.ask("rpush", "jobs", "b");
        bob.ask("lpush", "jobs", "c");

        assertThat(heard(alice)).containsExactly("7 ok a", "5 ok b", "6 ok c");
    }

    @Test
    void aSessionMayHandItselfWhatItWaitsFor() {
        alice.send("1 blpop", "jobs", "60");

        alice.send("2 rpush", "jobs", "a");

        assertThat(heard(alice)).containsExactlyInAnyOrder("1 ok a", "2 ok 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"blpop", "brpop"})
    void aCancelledPopAnswersNilAndTheOthersWaitOn(String command) {
        alice.send("1 blpop", "jobs", "60");
        alice.send("2 " + command, "jobs", "60");
        bob.send("blpop", "jobs", "60");
        TestClient pusher = engine.client("pusher");

        alice.send("3 cancel", "_", "2");

        assertThat(heard(alice)).containsExactly("2 nil", "3 ok");
        pusher.ask("rpush", "jobs", "a");
        pusher.ask("rpush", "jobs", "b");
        assertThat(heard(alice)).containsExactly("1 ok a");
        assertThat(bob.answer()).isEqualTo("ok b");
    }

    @Test
    void theLastCancelledPopTakesTheListWithIt() {
        alice.send("1 blpop", "jobs", "60");

        alice.send("2 cancel", "_", "1");

        assertThat(engine.stats()).contains("\"lists\":[]");
        assertThat(engine.census().deadlines()).isZero();
        assertThat(bob.ask("rpush", "jobs", "a")).isEqualTo("ok 1");
    }

    @Test
    @Pitfall("CK-01")
    void cancelComesTooLateForAPopThatWasServed() {
        alice.send("1 blpop", "jobs", "60");
        bob.ask("rpush", "jobs", "a");

        assertThat(alice.answer()).isEqualTo("1 ok a");
        assertThat(alice.ask("2 cancel", "_", "1")).isEqualTo("2 error");
    }

    @Test
    void cancelComesTooLateForAWaitThatIsOver() {
        alice.send("1 blpop", "jobs", "5");
        alice.send("2 bwait", "start", "2 5");
        engine.stallSeconds(6);

        alice.send("3 cancel", "_", "1");
        alice.send("4 cancel", "_", "2");

        assertThat(heard(alice)).containsExactlyInAnyOrder("1 nil", "3 error", "2 timeout", "4 error");
    }

    @Test
    @Pitfall("BA-01")
    void aCancelledBarrierIsBrokenForAll() {
        alice.send("1 bwait", "start", "3 60");
        bob.send("bwait", "start", "3 60");

        alice.send("2 cancel", "_", "1");

        assertThat(heard(alice)).containsExactly("1 timeout", "2 ok");
        assertThat(bob.answer()).isEqualTo("timeout");
        assertThat(engine.stats()).contains("\"barriers\":[]");
    }

    @Test
    void cancelComesTooLateForABarrierThatTripped() {
        alice.send("1 bwait", "start", "2 60");
        assertThat(bob.ask("bwait", "start", "2 60")).isEqualTo("ok");

        assertThat(alice.answer()).isEqualTo("1 ok");
        assertThat(alice.ask("2 cancel", "_", "1")).isEqualTo("2 error");
    }

    @Test
    @Pitfall({"BA-04", "BA-05"})
    void nobodyTakesPartTwice() {
        alice.send("1 bwait", "start", "2 60");

        assertThat(alice.ask("2 bwait", "start", "2 60")).isEqualTo("2 error");
        assertThat(alice.ask("3 bwait", "start", "2 0")).isEqualTo("3 error");
        assertThat(alice.ask("4 bwait", "start", "3 60")).isEqualTo("4 error_barrier_count_mismatch");
        assertThat(engine.stats()).contains("\"participants\":1");

        assertThat(bob.ask("bwait", "start", "2 60")).isEqualTo("ok");
        assertThat(alice.answer()).isEqualTo("1 ok");
    }

    @Test
    void oneSessionMayTakePartInSeveralBarriersAndAgainInTheNextGeneration() {
        alice.send("1 bwait", "start", "2 60");
        alice.send("2 bwait", "finish", "2 60");
        assertThat(bob.ask("bwait", "start", "2 60")).isEqualTo("ok");
        assertThat(alice.answer()).isEqualTo("1 ok");

        alice.send("3 bwait", "start", "2 60");

        assertThat(bob.ask("bwait", "finish", "2 60")).isEqualTo("ok");
        assertThat(alice.answer()).isEqualTo("2 ok");
        assertThat(bob.ask("bwait", "start", "2 60")).isEqualTo("ok");
        assertThat(alice.answer()).isEqualTo("3 ok");
    }

    @Test
    void noMoreRequestsAreParkedThanAllowed() {
        alice.send("1 blpop", "jobs", "60");
        alice.send("2 brpop", "others", "60");
        alice.send("3 bwait", "start", "2 60");

        assertThat(alice.ask("4 blpop", "jobs", "60")).isEqualTo("4 error_max_waiters");
        assertThat(alice.ask("5 bwait", "finish", "2 60")).isEqualTo("5 error_max_waiters");
        assertThat(engine.stats()).doesNotContain("finish").contains("\"key\":\"jobs\",\"len\":0,\"pop_waiters\":1,");
    }

    @Test
    void whatNeedNotBeParkedIsNotRefused() {
        for (int tag = 1; tag <= 3; tag++) {
            alice.send(tag + " blpop", "jobs", "60");
        }
        bob.ask("rpush", "others", "a");
        bob.send("bwait", "start", "2 60");

        assertThat(alice.ask("4 blpop", "others", "60")).isEqualTo("4 ok a");
        assertThat(alice.ask("5 blpop", "others", "0")).isEqualTo("5 nil");
        assertThat(alice.ask("6 bwait", "finish", "2 0")).isEqualTo("6 timeout");
        assertThat(alice.ask("7 bwait", "start", "2 60")).isEqualTo("7 ok");
        assertThat(bob.answer()).isEqualTo("ok");
    }

    /** Too many in flight is found before too many keys. */
    @Test
    void theLimitOfTheSessionIsCheckedBeforeThatOfTheServer() {
        for (int i = 0; i < 9; i++) {
            bob.ask("incr", "counter" + i, "1");
        }
        for (int tag = 1; tag <= 3; tag++) {
            alice.send(tag + " blpop", "jobs", "60");
        }

        assertThat(alice.ask("4 blpop", "others", "60")).isEqualTo("4 error_max_waiters");
        assertThat(alice.ask("5 bwait", "start", "2 60")).isEqualTo("5 error_max_waiters");
        assertThat(alice.ask("6 blpop", "others", "0")).isEqualTo("6 error_max_keys");
        assertThat(alice.ask("7 bwait", "start", "1 60")).isEqualTo("7 error_max_keys");
    }

    @Test
    void aTagIsInUseWhileItsPopWaits() {
        alice.send("1 blpop", "jobs", "5");
        assertThat(alice.ask("1 incr", "visits", "1")).isEqualTo("1 error");

        engine.passSeconds(5);

        assertThat(alice.answer()).isEqualTo("1 nil");
        assertThat(alice.ask("1 incr", "visits", "1")).isEqualTo("1 ok 1");
    }

    @Test
    void taggingEndsOnlyWhenNoPopWaits() {
        alice.send("1 blpop", "jobs", "60");
        assertThat(alice.ask("2 tag", "_", "off")).isEqualTo("2 error");

        bob.ask("rpush", "jobs", "a");

        assertThat(alice.answer()).isEqualTo("1 ok a");
        assertThat(alice.ask("3 tag", "_", "off")).isEqualTo("3 ok");
    }

    @Test
    void pushesHaveNoTag() {
        assertThat(alice.ask("1 observe", "post", "")).isEqualTo("1 ok");

        bob.ask("elect", "post", "0");

        assertThat(alice.answer()).isEqualTo("leader elected post");
    }

    @ParameterizedTest
    @CsvSource({"blpop, 60", "brpop, 60", "bwait, 2 60"})
    @Pitfall("SW-12")
    void whoHasSomethingParkedIsNotIdle(String command, String argument) {
        assertThat(engine.bare().isStateful(alice.session())).isFalse();

        alice.send("1 " + command, "jobs", argument);
        assertThat(engine.bare().isStateful(alice.session())).isTrue();

        alice.ask("2 cancel", "_", "1");
        assertThat(engine.bare().isStateful(alice.session())).isFalse();
    }
}
