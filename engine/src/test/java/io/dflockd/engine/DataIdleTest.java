package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Key;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which data is forgotten because nobody uses it: 4.12 of PROTOCOL.md. */
final class DataIdleTest {
    private static final String NO_COUNTERS = "\"counters\":[]";

    private final TestEngine engine =
            new TestEngine(Settings.DEFAULT.withMaxIdle(Duration.ofSeconds(60)).withMaxListLength(3));
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @ParameterizedTest
    @CsvSource({"cset, 0", "incr, 0", "decr, 0"})
    void aCounterOfZeroIsForgottenAfterMoreThanTheLongestIdleTime(String command, String argument) {
        alice.ask(command, "visits", argument);

        engine.passSeconds(60);
        engine.collect();
        assertThat(engine.stats()).contains("{\"key\":\"visits\",\"value\":0,\"idle_s\":60.000}");
        engine.passNanos(1);
        engine.collect();

        assertThat(engine.stats()).contains(NO_COUNTERS);
        assertThat(alice.ask("get", "visits", "")).isEqualTo("ok 0");
    }

    /** The two share a shard, where the longest idle is looked at first. */
    @Test
    void aCounterOfZeroThatIsUsedDoesNotKeepAnOlderOneAlive() {
        String used = "visits";
        String unused = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "other-" + i)
                .filter(name -> Key.of(name).shard() == Key.of(used).shard())
                .findFirst()
                .orElseThrow();
        alice.ask("cset", used, "0");
        alice.ask("cset", unused, "0");
        engine.passSeconds(40);
        alice.ask("get", used, "");
        engine.passSeconds(40);

        engine.collect();

        assertThat(engine.stats()).contains("\"counters\":[{\"key\":\"visits\",\"value\":0,\"idle_s\":40.000}]");
    }

    @Test
    void aCounterThatCameBackToZeroIsForgottenToo() {
        alice.ask("incr", "visits", "5");
        alice.ask("decr", "visits", "5");
        engine.passSeconds(61);

        engine.collect();

        assertThat(engine.stats()).contains(NO_COUNTERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-1", "9223372036854775807", "-9223372036854775808"})
    void aCounterOfAnyOtherNumberIsNeverForgotten(String number) {
        alice.ask("cset", "visits", number);
        engine.passSeconds(1_000_000);

        engine.collect();

        assertThat(bob.ask("get", "visits", "")).isEqualTo("ok " + number);
    }

    @Test
    void aCounterIsJudgedByWhatItIsNow() {
        alice.ask("cset", "up", "0");
        alice.ask("cset", "down", "1");
        engine.passSeconds(61);
        alice.ask("cset", "up", "1");
        alice.ask("cset", "down", "0");
        engine.passSeconds(61);

        engine.collect();

        assertThat(engine.stats()).contains("\"counters\":[{\"key\":\"up\",\"value\":1,\"idle_s\":61.000}]");
    }

    @Test
    @Pitfall("CK-02")
    void aValueWithoutTimeToLiveIsNeverForgotten() {
        alice.ask("kset", "color", "blue");
        alice.ask("kcas", "size", "\t9\t0");

        for (int i = 0; i < 100; i++) {
            engine.passSeconds(10_000);
            engine.sweep();
            engine.collect();
        }

        assertThat(bob.ask("kget", "color", "")).isEqualTo("ok blue");
        assertThat(bob.ask("kget", "size", "")).isEqualTo("ok 9");
    }

    @Test
    @Pitfall("CK-02")
    void aValueWithALongTimeToLiveIsNotForgottenBefore() {
        alice.ask("kset", "color", "blue\t500");
        engine.passSeconds(499);

        engine.sweep();
        engine.collect();

        assertThat(bob.ask("kget", "color", "")).isEqualTo("ok blue");
    }

    @Test
    void itemsAndThoseWhoWaitAreNeverForgotten() {
        alice.ask("rpush", "jobs", "a");
        alice.send("blpop", "others", "1000000");
        bob.send("bwait", "start", "2 1000000");
        engine.passSeconds(500_000);

        engine.sweep();
        engine.collect();

        assertThat(engine.stats())
                .contains("{\"key\":\"jobs\",\"len\":1,")
                .contains("{\"key\":\"others\",\"len\":0,\"pop_waiters\":1,")
                .contains("{\"key\":\"start\",\"count\":2,\"participants\":1,");
    }

    @ParameterizedTest
    @CsvSource({
        "incr, 1",
        "incr, 0",
        "decr, 1",
        "cset, 5",
        "get, ''",
        "incr, 9223372036854775807", // refused: there is one already
        "kset, y",
        "kget, ''",
        "kcas, 'x\ty\t'",
        "kcas, 'z\ty\t'", // a conflict
        "kcas, '\ty\t'", // a conflict
        "llen, ''",
        "lrange, 0 -1",
        "lrange, 5 9",
        "lpop, ''",
        "rpop, ''",
        "blpop, 0",
        "brpop, 9",
        "rpush, full", // refused
        "lpush, full", // refused
        "bwait, 3 0", // a probe
        "bwait, 2 0", // another count
        "bwait, 3 60",
    })
    void everyAccessMakesItsEntryYoungAgain(String command, String argument) {
        alice.ask("cset", "name", "1");
        alice.ask("kset", "name", "x");
        for (String item : new String[] {"a", "b", "c"}) {
            alice.ask("rpush", "name", item);
        }
        engine.client("waiting").send("bwait", "name", "3 1000");
        engine.passSeconds(10);

        bob.send(command, "name", argument);

        assertThat(engine.stats().split("\"idle_s\":0.000", -1)).hasSize(2);
        assertThat(engine.stats().split("\"idle_s\":10.000", -1)).hasSize(4);
    }

    @Test
    void aReadKeepsACounterAlive() {
        alice.ask("cset", "visits", "0");
        engine.passSeconds(60);
        assertThat(bob.ask("get", "visits", "")).isEqualTo("ok 0");
        engine.passSeconds(60);

        engine.collect();

        assertThat(engine.stats()).contains("{\"key\":\"visits\",\"value\":0,\"idle_s\":60.000}");
    }

    @Test
    void onlyTheIdleOnesOfManyAreForgotten() {
        IntStream.range(0, 1_000).forEach(i -> alice.ask("cset", "c" + i, "0"));
        engine.passSeconds(40);
        IntStream.range(0, 1_000).filter(i -> i % 7 == 0).forEach(i -> alice.ask("get", "c" + i, ""));
        engine.passSeconds(21);

        engine.collect();

        String stats = engine.stats();
        for (int i = 0; i < 1_000; i++) {
            assertThat(stats.contains("\"c" + i + "\"")).as("c%d", i).isEqualTo(i % 7 == 0);
        }
    }
}
