package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters: 2.5 of PROTOCOL.md. */
final class CounterTest {
    private static final long MIN = Long.MIN_VALUE;
    private static final long MAX = Long.MAX_VALUE;
    private static final List<Long> EDGES =
            List.of(MIN, MIN + 1, MIN / 2, -2L, -1L, 0L, 1L, 2L, MAX / 2, MAX / 2 + 1, MAX - 1, MAX);

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    void countsUpAndDownFromZeroForEverybody() {
        assertThat(alice.ask("incr", "visits", "5")).isEqualTo("ok 5");
        assertThat(bob.ask("decr", "visits", "7")).isEqualTo("ok -2");
        assertThat(alice.ask("incr", "visits", "-3")).isEqualTo("ok -5");
        assertThat(bob.ask("decr", "visits", "-6")).isEqualTo("ok 1");
        assertThat(alice.ask("get", "visits", "whatever this is")).isEqualTo("ok 1");
    }

    @Test
    void startsAtZeroAlsoDownwards() {
        assertThat(alice.ask("decr", "visits", "1")).isEqualTo("ok -1");
    }

    @Test
    void isSetToAnyNumber() {
        for (long number : EDGES) {
            assertThat(alice.ask("cset", "visits", "" + number)).isEqualTo("ok");
            assertThat(alice.ask("get", "visits", "")).isEqualTo("ok " + number);
        }
    }

    @Test
    void readingDoesNotCreateIt() {
        assertThat(alice.ask("get", "visits", "")).isEqualTo("ok 0");

        assertThat(engine.stats()).contains("\"counters\":[]");
    }

    @ParameterizedTest
    @CsvSource({"incr, 0", "decr, 0", "cset, 0"})
    void everyWriteCreatesItEvenIfItStaysZero(String command, String argument) {
        assertThat(alice.ask(command, "visits", argument)).startsWith("ok");

        assertThat(engine.stats()).contains("{\"key\":\"visits\",\"value\":0,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"incr", "decr"})
    @Pitfall("CK-03")
    void anyNumberAndAnyOtherGiveTheirSumOrAnErrorThatChangesNothing(String command) {
        for (long start : EDGES) {
            for (long amount : EDGES) {
                alice.ask("cset", "visits", "" + start);

                String answer = alice.ask(command, "visits", "" + amount);

                String expected = expected(command, start, amount);
                long left = expected.equals("error") ? start : Long.parseLong(expected.substring(3));
                assertThat(answer).as("%d %s %d", start, command, amount).isEqualTo(expected);
                assertThat(alice.ask("get", "visits", "")).isEqualTo("ok " + left);
            }
        }
    }

    private static String expected(String command, long start, long amount) {
        BigInteger first = BigInteger.valueOf(start);
        BigInteger second = BigInteger.valueOf(amount);
        BigInteger result = command.equals("incr") ? first.add(second) : first.subtract(second);
        boolean refused = result.bitLength() > 63 || (command.equals("decr") && amount == MIN);
        return refused ? "error" : "ok " + result;
    }

    @Test
    @Pitfall("CK-03")
    void aRefusedFirstDecrementCreatesNothing() {
        assertThat(alice.ask("decr", "visits", "" + MIN)).isEqualTo("error");

        assertThat(engine.stats()).contains("\"counters\":[]");
    }

    @Test
    @Pitfall("CK-03")
    void theSmallestNumberCanBeAddedAndCountedBackFrom() {
        assertThat(alice.ask("incr", "visits", "" + MIN)).isEqualTo("ok " + MIN);
        assertThat(alice.ask("incr", "visits", "" + MAX)).isEqualTo("ok -1");
        assertThat(alice.ask("incr", "visits", "1")).isEqualTo("ok 0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "x",
                "1 2",
                "1.5",
                "1e3",
                "0x10",
                "1_000",
                "-",
                "+",
                "--1",
                "9223372036854775808",
                "-9223372036854775809",
                "\u0661"
            })
    void whatIsNoNumberIsAnErrorAndCreatesNothing(String argument) {
        for (String command : List.of("incr", "decr", "cset")) {
            assertThat(alice.ask(command, "visits", argument)).as(command).isEqualTo("error");
        }

        assertThat(engine.stats()).contains("\"counters\":[]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "+7", "007", " 7", "7\t", "\t +7 "})
    void aNumberMayHaveASignZerosAndBlanksAroundIt(String argument) {
        assertThat(alice.ask("incr", "visits", argument)).isEqualTo("ok 7");
    }

    @Test
    void isAnotherThingThanALockOrAValueOfThatName() {
        alice.ask("l", "name", "0");
        alice.ask("kset", "name", "5");

        assertThat(bob.ask("incr", "name", "1")).isEqualTo("ok 1");
        assertThat(bob.ask("kget", "name", "")).isEqualTo("ok 5");
    }
}
