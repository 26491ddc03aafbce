package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How many counters, values, lists and barriers there may be: {@code --max-keys} in 4.11 of PROTOCOL.md. */
@Pitfall("CK-10")
final class KeysLimitTest {
    private final TestEngine engine =
            new TestEngine(Settings.DEFAULT.withMaxKeys(4).withMaxIdle(Duration.ofSeconds(60)));
    private final TestClient alice = engine.client("alice");
    private final TestClient waiter = engine.client("waiter");

    /** One of each kind, and all of one name. */
    @BeforeEach
    void useAllKeys() {
        assertThat(alice.ask("cset", "name", "0")).isEqualTo("ok");
        assertThat(alice.ask("kset", "name", "x\t1000")).isEqualTo("ok");
        assertThat(alice.ask("rpush", "name", "a")).isEqualTo("ok 1");
        waiter.send("tag", "_", "on");
        waiter.answer();
        waiter.send("1 bwait", "name", "3 1000");
    }

    @ParameterizedTest
    @CsvSource({
        "incr, 1",
        "incr, 0",
        "decr, 1",
        "cset, 0",
        "kset, x",
        "kset, 'x\t1'",
        "kcas, '\tx\t'",
        "rpush, a",
        "lpush, a",
        "blpop, 9",
        "brpop, 9",
        "blpop, 0",
        "brpop, 0",
        "bwait, 2 9",
        "bwait, 2 0",
        "bwait, 1 0",
        "bwait, 1 9",
    })
    void oneMoreIsRefusedWhateverItsKind(String command, String argument) {
        String before = engine.stats();

        assertThat(alice.ask(command, "other", argument)).isEqualTo("error_max_keys");

        assertThat(engine.stats()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "get, '', ok 0",
        "kget, '', nil",
        "kdel, '', ok",
        "kcas, 'old\tnew\t', cas_conflict",
        "lpop, '', nil",
        "rpop, '', nil",
        "llen, '', ok 0",
        "lrange, 0 -1, ok []",
        "observe, '', ok",
        "decr, -9223372036854775808, error",
        "l, 0, ok *",
        "wl, 0, ok *",
        "elect, 0, ok *",
    })
    void whatCreatesNoKeyIsNotRefused(String command, String argument, String answer) {
        assertThat(alice.ask(command, "other", argument))
                .matches(answer.replace("[", "\\[").replace("*", ".*"));
    }

    @Test
    void whatIsThereCanStillBeUsed() {
        assertThat(alice.ask("incr", "name", "1")).isEqualTo("ok 1");
        assertThat(alice.ask("kset", "name", "y")).isEqualTo("ok");
        assertThat(alice.ask("kcas", "name", "y\tz\t5")).isEqualTo("ok");
        assertThat(alice.ask("lpush", "name", "b")).isEqualTo("ok 2");
        assertThat(alice.ask("bwait", "name", "3 0")).isEqualTo("timeout");
        assertThat(alice.ask("bwait", "name", "2 9")).isEqualTo("error_barrier_count_mismatch");
    }

    enum Freeing {
        DELETE,
        TIME_TO_LIVE,
        POP,
        BLOCKING_POP,
        COLLECTION,
        TRIP,
        BREAK_BY_TIMEOUT,
        BREAK_BY_CANCEL,
        BREAK_BY_DISCONNECT
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatGoesMakesRoomForOneOther(Freeing freeing) {
        free(freeing);

        TestClient next = engine.client("next");
        assertThat(next.ask("kset", "other", "x")).isEqualTo("ok");
        assertThat(next.ask("kset", "another", "x")).isEqualTo("error_max_keys");
    }

    private void free(Freeing freeing) {
        switch (freeing) {
            case DELETE -> alice.ask("kdel", "name", "");
            case TIME_TO_LIVE -> {
                alice.ask("kset", "name", "x\t5");
                engine.passSeconds(5);
            }
            case POP -> alice.ask("lpop", "name", "");
            case BLOCKING_POP -> alice.ask("brpop", "name", "9");
            case COLLECTION -> {
                engine.passSeconds(61);
                engine.collect();
            }
            case TRIP -> {
                engine.client("second").send("bwait", "name", "3 9");
                assertThat(alice.ask("bwait", "name", "3 9")).isEqualTo("ok");
            }
            case BREAK_BY_TIMEOUT -> {
                alice.send("bwait", "name", "3 5");
                engine.passSeconds(5);
            }
            case BREAK_BY_CANCEL -> waiter.send("2 cancel", "_", "1");
            case BREAK_BY_DISCONNECT -> waiter.disconnect();
        }
    }

    enum Leaving {
        TIMEOUT,
        CANCEL,
        DISCONNECT,
        HAND_OVER
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyListCountsAsLongAsAnyoneWaits(Leaving leaving) {
        alice.ask("kdel", "name", "");
        TestClient popper = engine.client("popper");
        popper.send("tag", "_", "on");
        popper.answer();
        popper.send("1 blpop", "queue", "60");
        popper.send("2 blpop", "queue", "5");
        engine.passSeconds(5);
        assertThat(popper.answer()).isEqualTo("2 nil");
        assertThat(alice.ask("kset", "other", "x")).isEqualTo("error_max_keys");

        switch (leaving) {
            case TIMEOUT -> engine.passSeconds(55);
            case CANCEL -> popper.send("3 cancel", "_", "1");
            case DISCONNECT -> popper.disconnect();
            case HAND_OVER -> assertThat(alice.ask("rpush", "queue", "a")).isEqualTo("ok 0");
        }

        assertThat(alice.ask("kset", "other", "x")).isEqualTo("ok");
        assertThat(alice.ask("kset", "another", "x")).isEqualTo("error_max_keys");
    }

    /** All of them at one instant, wherever they are and without a sweep. */
    @Test
    void everyValueWhoseTimeIsOverMakesRoom() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxKeys(50));
        TestClient client = small.client("client");
        for (int i = 0; i < 50; i++) {
            assertThat(client.ask("kset", "brief" + i, "x\t5")).isEqualTo("ok");
        }
        assertThat(client.ask("kset", "new", "x")).isEqualTo("error_max_keys");

        small.passSeconds(5);

        for (int i = 0; i < 50; i++) {
            assertThat(client.ask("kset", "new" + i, "x")).isEqualTo("ok");
        }
        assertThat(client.ask("kset", "new", "x")).isEqualTo("error_max_keys");
    }

    @Test
    void zeroMeansNoLimit() {
        TestEngine unlimited = new TestEngine(Settings.DEFAULT.withMaxKeys(0)).unaudited();
        TestClient client = unlimited.client("client");

        for (int i = 0; i < 10_000; i++) {
            assertThat(client.ask("incr", "c" + i, "1")).isEqualTo("ok 1");
        }
    }
}
