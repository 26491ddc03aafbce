package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What watchers hear of counters, values, lists and barriers: 4.7 of PROTOCOL.md. */
final class WatchedDataTest {
    private final TestEngine engine =
            new TestEngine(Settings.DEFAULT.withMaxKeys(4).withMaxListLength(2));
    private final TestClient watcher = engine.client("watcher");
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @BeforeEach
    void watchAnEngineWithOneKeyOfEachKind() {
        alice.ask("cset", "c", "5");
        alice.ask("kset", "v", "old");
        alice.ask("rpush", "q", "item");
        watcher.ask("watch", "*", "");
    }

    private List<String> events() {
        return heard(watcher);
    }

    @ParameterizedTest
    @CsvSource({
        "incr, c, 1",
        "incr, new, 1",
        "incr, c, 0",
        "decr, c, 1",
        "cset, c, 5",
        "cset, new, 0",
        "kset, v, x",
        "kset, new, x",
        "kset, v, old",
        "kdel, v, ''",
        "kdel, absent, ''",
        "lpush, q, x",
        "rpush, new, x",
        "lpop, q, ''",
        "rpop, q, ''",
        "blpop, q, 0",
        "brpop, q, 9",
    })
    void aChangeIsAnnouncedByTheNameOfItsCommand(String command, String key, String argument) {
        assertThat(alice.ask(command, key, argument)).startsWith("ok");

        assertThat(events()).containsExactly("watch " + command + " " + key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"old\tnew\t", "old\told\t0", "old\tnew\t50"})
    void aComparisonThatSucceedsIsAnnounced(String argument) {
        assertThat(alice.ask("kcas", "v", argument)).isEqualTo("ok");

        assertThat(events()).containsExactly("watch kcas v");
    }

    @Test
    void aComparisonThatCreatesIsAnnounced() {
        assertThat(alice.ask("kcas", "new", "\tx\t")).isEqualTo("ok");

        assertThat(events()).containsExactly("watch kcas new");
    }

    @ParameterizedTest
    @CsvSource({
        "get, c, '', ok 5",
        "get, absent, '', ok 0",
        "kget, v, '', ok old",
        "kget, absent, '', nil",
        "llen, q, '', ok 1",
        "lrange, q, 0 -1, 'ok [\"item\"]'",
        "lpop, absent, '', nil",
        "rpop, absent, '', nil",
        "blpop, absent, 0, nil",
        "brpop, absent, 0, nil",
        "incr, c, 9223372036854775807, error",
        "decr, c, -9223372036854775808, error",
        "incr, c, x, error",
        "kset, v, '', error",
        "lpush, q, '', error",
        "bwait, b, 1 0, ok",
        "bwait, b, 2 0, timeout",
        "signal, c, x, ok 0",
    })
    void whatChangesNothingIsNotAnnounced(String command, String key, String argument, String answer) {
        assertThat(alice.ask(command, key, argument)).isEqualTo(answer);

        assertThat(events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"other\tnew\t", "\tnew\t", "oldd\tnew\t"})
    void aComparisonThatFailsIsNotAnnounced(String argument) {
        assertThat(alice.ask("kcas", "v", argument)).isEqualTo("cas_conflict");
        assertThat(alice.ask("kcas", "absent", "x\ty\t")).isEqualTo("cas_conflict");

        assertThat(events()).isEmpty();
    }

    @Test
    void aRefusalAtALimitIsNotAnnounced() {
        alice.ask("rpush", "q", "second");
        alice.ask("kset", "fourth", "x");
        events();

        assertThat(alice.ask("lpush", "q", "third")).isEqualTo("error_list_full");
        assertThat(alice.ask("kset", "fifth", "x")).isEqualTo("error_max_keys");
        assertThat(alice.ask("incr", "fifth", "1")).isEqualTo("error_max_keys");
        assertThat(alice.ask("rpush", "fifth", "x")).isEqualTo("error_max_keys");
        assertThat(alice.ask("blpop", "fifth", "9")).isEqualTo("error_max_keys");

        assertThat(events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"rpush, blpop", "lpush, blpop", "rpush, brpop", "lpush, brpop"})
    void aHandOverIsAPushAndThenAPop(String push, String pop) {
        bob.send(pop, "waited", "60");
        assertThat(events()).isEmpty();

        assertThat(alice.ask(push, "waited", "x")).isEqualTo("ok 0");

        assertThat(bob.answer()).isEqualTo("ok x");
        assertThat(events()).containsExactly("watch " + push + " waited", "watch " + pop + " waited");
    }

    @Test
    void aPopThatGivesUpIsNotAnnounced() {
        bob.send("blpop", "waited", "5");
        TestClient leaving = engine.client("leaving");
        leaving.send("brpop", "waited", "60");

        engine.passSeconds(5);
        leaving.disconnect();

        assertThat(bob.answer()).isEqualTo("nil");
        assertThat(events()).isEmpty();
    }

    @Test
    void aBarrierIsNotAnnounced() {
        bob.send("bwait", "b", "2 60");
        alice.send("bwait", "b", "2 60");
        assertThat(bob.answer()).isEqualTo("ok");
        bob.send("bwait", "b", "3 60");
        alice.disconnect();
        engine.passSeconds(60);

        assertThat(events()).isEmpty();
    }

    @Test
    void aValueThatRunsOutIsNotAnnounced() {
        alice.ask("kset", "short", "x\t5");
        events();

        engine.passSeconds(5);
        engine.sweep();
        assertThat(alice.ask("kget", "short", "")).isEqualTo("nil");
        engine.collect();

        assertThat(events()).isEmpty();
    }

    @Test
    void aListThatIsEmptiedIsAnnouncedOnceForEveryItem() {
        alice.ask("rpush", "q", "second");
        events();

        alice.ask("lpop", "q", "");
        alice.ask("rpop", "q", "");
        alice.ask("lpop", "q", "");

        assertThat(events()).containsExactly("watch lpop q", "watch rpop q");
    }

    @Test
    void aCounterThatIsCollectedIsNotAnnounced() {
        alice.ask("cset", "c", "0");
        events();

        engine.passSeconds(61);
        engine.collect();

        assertThat(events()).isEmpty();
    }
}
