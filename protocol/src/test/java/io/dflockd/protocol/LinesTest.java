package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinesTest {
    private final Lines lines = new Lines();

    private String text() {
        return new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 9, 10, 99, 100, 1_234_567_890, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, -10, -1})
    @Pitfall("FE-05")
    void writesNumbersAsUnsigned(long number) {
        lines.decimal(number).space().hex(number);

        assertThat(text()).isEqualTo(Long.toUnsignedString(number) + " " + "%016x".formatted(number));
    }

    @Test
    @Pitfall("FE-05")
    void writesAnyNumberAsTheLibraryDoes() {
        var random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            long number = random.nextLong() >>> random.nextInt(64);
            lines.clear();

            lines.decimal(number).space().hex(number);

            assertThat(text()).isEqualTo(Long.toUnsignedString(number) + " " + "%016x".formatted(number));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 9, -9, 10, -10, 1_234_567_890, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1})
    void writesSignedNumbersWithTheirSign(long number) {
        lines.signed(number);

        assertThat(text()).isEqualTo(Long.toString(number));
    }

    @Test
    void writesAnySignedNumberAsTheLibraryDoes() {
        var random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            lines.clear();

            lines.signed(number);

            assertThat(text()).isEqualTo(Long.toString(number));
        }
    }

    @Test
    void writesJsonStrings() {
        lines.json(Key.of("a\"b\\c/d\u0000\u0001\b\n\r\t\u001f\u007fé鍵😀"));

        assertThat(text()).isEqualTo("\"a\\\"b\\\\c/d\\u0000\\u0001\\u0008\\u000a\\u000d\\u0009\\u001f\u007fé鍵😀\"");
    }

    @Test
    void writesKeysAsTheyAre() {
        lines.append(Key.of("é\"\\")).append(" text");

        assertThat(text()).isEqualTo("é\"\\ text");
    }

    @Test
    void writesOneLineForEachReply() {
        lines.reply(Request.NO_TAG, Status.OK.reply()).reply(Request.NO_TAG, Status.TIMEOUT.reply());

        assertThat(text()).isEqualTo("ok\ntimeout\n");
    }

    @Test
    void writesTheTagBeforeTheReply() {
        lines.reply(17, Status.OK.reply())
                .reply(0, Status.ERROR.reply())
                .reply(999_999_999_999_999_999L, Status.NIL.reply());

        assertThat(text()).isEqualTo("17 ok\n0 error\n999999999999999999 nil\n");
    }

    @Test
    void growsAsNeededAndKeepsWhatItHas() {
        byte[] large = "x".repeat(10_000).getBytes(StandardCharsets.US_ASCII);

        lines.append("start ").append(large, 0, large.length);
        for (int i = 0; i < 10_000; i++) {
            lines.space().decimal(i);
        }

        assertThat(text()).startsWith("start xxx").contains("x 0 1 2").endsWith(" 9999");
    }

    @Test
    void startsAgainWhenCleared() {
        lines.append("before");
        lines.clear();

        lines.append("after");

        assertThat(text()).isEqualTo("after");
    }

    @Test
    @Pitfall("PP-13")
    void givesItsBytesAwayAsACopy() {
        lines.append("first");
        byte[] taken = lines.toBytes();

        lines.clear();
        lines.append("other");

        assertThat(taken).asString().isEqualTo("first");
    }

    @Test
    void doesNotKeepTheMemoryOfAnUnusuallyLongLine() {
        Lines lines = new Lines();
        lines.append(new byte[1_000_000], 0, 1_000_000);

        lines.clear();

        assertThat(lines.bytes()).hasSizeLessThan(1_000);
    }
}
