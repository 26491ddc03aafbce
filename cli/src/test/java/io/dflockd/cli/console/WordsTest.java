package io.dflockd.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.0 s",
        "4.23, 4.2 s",
        "42.4, 42 s",
        "59.9, 1 m",
        "190, 3 m 10 s",
        "180, 3 m",
        "7500, 2 h 5 m",
        "90000, 1 d 1 h"
    })
    void timesAreSaidAsPeopleSayThem(double seconds, String words) {
        assertThat(Words.time(seconds)).isEqualTo(words);
    }

    @Test
    void aLongNameLosesItsMiddle() {
        assertThat(Words.cut("abcdefghij", 10)).isEqualTo("abcdefghij");
        assertThat(Words.cut("abcdefghijk", 10)).isEqualTo("abcde…hijk");
        assertThat(Words.cut("a\tb", 10)).isEqualTo("a\\u0009b");
    }

    @Test
    void anObjectIsOneLineWhateverIsInIt() {
        JsonLine line = new JsonLine()
                .put("text", "a\"b\\c\nd\u007fé😀")
                .put("number", -7)
                .put("truth", true)
                .put("list", List.of("x", "y"));

        assertThat(line)
                .hasToString(
                        "{\"text\":\"a\\\"b\\\\c\\u000ad\\u007fé😀\",\"number\":-7,\"truth\":true,\"list\":[\"x\",\"y\"]}");
    }

    @Test
    void aStatusLineIsGoneWhenItIsClosed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StatusLine line = new StatusLine(new PrintStream(bytes, true, StandardCharsets.UTF_8));

        line.show("one");
        line.show("x".repeat(100));
        line.close();
        line.show("too late");

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo("\rone\u001b[K\r" + "x".repeat(78) + "…\u001b[K\r\u001b[K");
    }

    @Test
    void aStatusLineThatWasNeverShownLeavesNoTrace() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        new StatusLine(new PrintStream(bytes, true, StandardCharsets.UTF_8)).close();

        assertThat(bytes.size()).isZero();
    }
}
