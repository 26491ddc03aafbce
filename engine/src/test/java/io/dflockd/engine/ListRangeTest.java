package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lrange} in 2.7 of PROTOCOL.md. */
@Pitfall("CK-12")
final class ListRangeTest {
    private static final long[] INDEXES = {
        Long.MIN_VALUE,
        -(1L << 32) - 1,
        -(1L << 32),
        -(1L << 31),
        -8,
        -7,
        -6,
        -5,
        -4,
        -3,
        -2,
        -1,
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        1L << 31,
        1L << 32,
        (1L << 32) + 1,
        Long.MAX_VALUE
    };

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");

    private void push(String... items) {
        for (String item : items) {
            assertThat(alice.ask("rpush", "jobs", item)).startsWith("ok ");
        }
    }

    private List<String> range(String argument) {
        return JsonStrings.of(alice.ask("lrange", "jobs", argument));
    }

    @ParameterizedTest
    @CsvSource({
        "0 -1, a b c d e",
        "0 0, a",
        "4 4, e",
        "-1 -1, e",
        "-5 -5, a",
        "1 3, b c d",
        "-4 -2, b c d",
        "1 -2, b c d",
        "-2 4, d e",
        "-6 -1, a b c d e",
        "-9 9, a b c d e",
        "0 5, a b c d e",
        "4 9223372036854775807, e",
        "-9223372036854775808 0, a",
        "-9223372036854775808 9223372036854775807, a b c d e",
        "-4294967296 4294967296, a b c d e",
        "+1 +02, b c",
    })
    void bothEndsAreIncludedAndClampedToTheList(String argument, String items) {
        push("a", "b", "c", "d", "e");

        assertThat(range(argument)).containsExactly(items.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 0",
                "3 1",
                "-1 0",
                "-1 -2",
                "5 5",
                "5 -1",
                "0 -6",
                "-9 -6",
                "2147483648 2147483649",
                "4294967296 4294967297",
                "9223372036854775807 9223372036854775807",
                "-9223372036854775808 -9223372036854775808",
                "9223372036854775807 -9223372036854775808"
            })
    void aRangeWithNothingInItIsEmpty(String argument) {
        push("a", "b", "c", "d", "e");

        assertThat(alice.ask("lrange", "jobs", argument)).isEqualTo("ok []");
    }

    @Test
    void isWhatTheRuleSaysForEveryPairOfIndexes() {
        push("0", "1", "2", "3", "4", "5");

        for (long start : INDEXES) {
            for (long stop : INDEXES) {
                assertThat(range(start + " " + stop)).as("%d %d", start, stop).isEqualTo(expected(start, stop, 6));
            }
        }
    }

    /** An item is in the range if its place, counted from either end as the index is, lies between the two. */
    private static List<String> expected(long start, long stop, int length) {
        List<String> items = new ArrayList<>();
        for (int place = 0; place < length; place++) {
            boolean behindStart = start >= 0 ? place >= start : place - length >= start;
            boolean beforeStop = stop >= 0 ? place <= stop : place - length <= stop;
            if (behindStart && beforeStop) {
                items.add("" + place);
            }
        }
        return items;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "0 1 2", "a b", "0 b", "1.0 2", "0 9223372036854775808", "-9223372036854775809 0", "0,1"
            })
    void anythingButTwoNumbersIsRefused(String argument) {
        push("a");

        assertThat(alice.ask("lrange", "jobs", argument)).isEqualTo("error");
        assertThat(alice.ask("lrange", "absent", argument)).isEqualTo("error");
    }

    @Test
    void looksOnly() {
        push("a", "b");

        assertThat(range("0 -1")).isEqualTo(range("0 -1"));

        assertThat(alice.ask("llen", "jobs", "")).isEqualTo("ok 2");
    }

    @Test
    void countsFromTheLeftWhereverItemsWerePushed() {
        push("c", "d");
        alice.ask("lpush", "jobs", "b");
        alice.ask("lpush", "jobs", "a");
        alice.ask("rpop", "jobs", "");

        assertThat(range("0 -1")).containsExactly("a", "b", "c");
        assertThat(range("-1 -1")).containsExactly("c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"",
                "\\",
                "\\\"",
                "\\u0041",
                "/",
                "',],[",
                "[\"a\",\"b\"]",
                "a\tb",
                " a ",
                "\t",
                "a\rb",
                "\b\f\u000b\u001b\u001f",
                "\u0000",
                "\u007f\u0080\u009f",
                "\u2028\u2029",
                "é鍵",
                "\ud83d\ude00",
                "\ufffd\ufffe\uffff"
            })
    void anItemComesOutAsItWentIn(String item) {
        push("first", item, "last");

        assertThat(range("0 -1")).containsExactly("first", item, "last");
    }

    @Test
    void everyCharacterComesOutAsItWentIn() {
        engine.unaudited();
        Random random = new Random(12);
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            items.add(item(random));
        }

        push(items.toArray(new String[0]));

        assertThat(range("0 -1")).isEqualTo(items);
    }

    /** Anything that fits a line and does not end in what belongs to the end of a line. */
    private static String item(Random random) {
        StringBuilder item = new StringBuilder("x");
        for (int i = random.nextInt(60); i > 0; i--) {
            int bound = random.nextBoolean() ? 0x80 : random.nextBoolean() ? 0x10000 : 0x110000;
            int each = random.nextInt(bound);
            boolean unfit = each == '\n' || (each >= 0xD800 && each < 0xE000);
            item.appendCodePoint(unfit ? 'x' : each);
        }
        return item.append('x').toString();
    }

    @Test
    void whatIsNotUtf8NeverGetsIn() {
        byte[] frame = "rpush\njobs\nx?x\n".getBytes(StandardCharsets.US_ASCII);
        frame["rpush\njobs\nx".length()] = (byte) 0xff;

        alice.sendRaw(frame);

        assertThat(alice.answer()).isEqualTo("error");
        assertThat(alice.ask("lrange", "jobs", "0 -1")).isEqualTo("ok []");
    }

    @Test
    void aVeryLongListIsGivenWhole() {
        engine.unaudited();
        for (int i = 0; i < 100_000; i++) {
            alice.ask("lpush", "jobs", "" + i);
        }

        assertThat(range("0 -1")).hasSize(100_000).startsWith("99999").endsWith("0");
        assertThat(range("49999 50000")).containsExactly("50000", "49999");
    }
}
