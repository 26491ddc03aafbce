package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data, barriers and observers during a shutdown: 4.17 of PROTOCOL.md. */
@Pitfall("SL-04")
final class DataDrainTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    void whoWaitsForAnItemOrAtABarrierIsAnswered() {
        TestClient tagged = engine.client("tagged");
        tagged.send("tag", "_", "on");
        tagged.answer();
        tagged.send("1 brpop", "jobs", "60");
        tagged.send("2 bwait", "start", "3 60");
        alice.send("blpop", "jobs", "60");
        bob.send("bwait", "start", "3 60");

        engine.drain();

        assertThat(alice.answer()).isEqualTo("error_draining");
        assertThat(bob.answer()).isEqualTo("error_draining");
        assertThat(heard(tagged)).containsExactlyInAnyOrder("1 error_draining", "2 error_draining");
        assertThat(engine.census().deadlines()).isZero();
        assertThat(engine.stats()).contains("\"lists\":[]").contains("\"barriers\":[]");
        engine.passSeconds(100);
        assertThat(alice.hasNoAnswer() && bob.hasNoAnswer() && tagged.hasNoAnswer())
                .isTrue();
    }

    /** The order is one that every replica finds, and not that of a hash table. */
    @ParameterizedTest
    @CsvSource({"blpop, 60", "bwait, 2 60"})
    void waitersAreDismissedKeyByKey(String command, String argument) {
        List<String> keys = IntStream.range(0, 10_000)
                .mapToObj(i -> "k" + i)
                .filter(key -> Key.of(key).shard() == 0)
                .limit(20)
                .sorted()
                .toList();
        TestClient waiter = engine.client("waiter");
        waiter.send("tag", "_", "on");
        waiter.answer();
        for (int i = keys.size() - 1; i >= 0; i--) {
            waiter.send(i + " " + command, keys.get(i), argument);
        }

        engine.drain();

        for (int i = 0; i < keys.size(); i++) {
            assertThat(waiter.answer()).isEqualTo(i + " error_draining");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "incr, 1",
        "decr, 1",
        "get, ''",
        "cset, 1",
        "kset, x",
        "kget, ''",
        "kdel, ''",
        "kcas, '\tx\t'",
        "lpush, x",
        "rpush, x",
        "lpop, ''",
        "rpop, ''",
        "llen, ''",
        "lrange, 0 -1",
        "blpop, 0",
        "brpop, 9",
        "bwait, 1 0",
        "bwait, 2 9",
        "elect, 0",
        "observe, ''",
        "unobserve, ''",
        "listen, ''",
        "unlisten, ''",
        "signal, x",
        "watch, ''",
        "unwatch, ''",
    })
    void everythingElseIsRefused(String command, String argument) {
        engine.drain();
        String before = engine.stats();

        assertThat(alice.ask(command, "name", argument)).isEqualTo("error_draining");

        assertThat(engine.stats()).isEqualTo(before);
    }

    @Test
    void whatIsStoredStays() {
        alice.ask("incr", "visits", "3");
        alice.ask("kset", "color", "blue");
        alice.ask("rpush", "jobs", "a");
        String before = engine.stats();

        engine.drain();

        assertThat(engine.stats()).isEqualTo(before);
    }

    @Test
    void timeToLiveGoesOnEnding() {
        alice.ask("kset", "color", "blue\t5");
        engine.drain();

        engine.passSeconds(5);

        assertThat(engine.stats()).contains("\"kv_entries\":[]");
    }

    @Test
    void drainingItselfIsNoLeaderEvent() {
        alice.ask("elect", "post", "0");
        bob.ask("observe", "post", "");
        bob.answer();
        TestClient candidate = engine.client("candidate");
        candidate.send("elect", "post", "60");

        engine.drain();

        assertThat(candidate.answer()).isEqualTo("error_draining");
        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @Test
    void aLeaderMayResignAndItsObserversAreTold() {
        Grant leader = Grant.of(alice.ask("elect", "post", "0"));
        bob.ask("observe", "post", "");
        bob.answer();
        engine.drain();

        assertThat(alice.ask("resign", "post", leader.token())).isEqualTo("ok");

        assertThat(bob.answer()).isEqualTo("leader resigned post");
    }
}
