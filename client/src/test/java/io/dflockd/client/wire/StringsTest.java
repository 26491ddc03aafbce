package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.protocol.Reply;
import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The items of a list, which come as a JSON array. */
final class StringsTest {
    private static final Frame RANGE = Frames.range("orders", 0, -1);

    private static List<String> strings(String json) {
        return Answers.strings("ok " + json, RANGE, SERVER);
    }

    @Test
    void anArrayHasItsStringsInOrder() {
        assertThat(strings("[]")).isEmpty();
        assertThat(strings("[\"\"]")).containsExactly("");
        assertThat(strings("[\"a\",\"b c\",\"]\",\",\"]")).containsExactly("a", "b c", "]", ",");
    }

    @Test
    void everySpellingOfJsonIsRead() {
        assertThat(strings("[ \"a\" ,\t\"b\"\r]")).containsExactly("a", "b");
        assertThat(strings("[ ]")).isEmpty();
        assertThat(strings("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]")).containsExactly("\"\\/\b\f\n\r\t");
        assertThat(strings("[\"\\u0041\\u00e9\\u9375\\uD83D\\ude00\\u0000\"]")).containsExactly("Aé鍵😀\u0000");
        assertThat(strings("[\"é鍵😀\u007f\u2028\"]")).containsExactly("é鍵😀\u007f\u2028");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "]",
                "{}",
                "null",
                "\"a\"",
                "[\"a\"",
                "[\"a",
                "[\"a\\",
                "[\"a\\u12",
                "[\"a\",]",
                "[,]",
                "[,\"a\"]",
                "[\"a\" \"b\"]",
                "[\"a\",,\"b\"]",
                "[1]",
                "[null]",
                "[[\"a\"]]",
                "['a']",
                "[a]",
                "[\"\\x\"]",
                "[\"\\u12g4\"]",
                "[\"\\u+123\"]",
                "[\"\\u１２３４\"]",
                "[\"\\U0041\"]",
                "[\"a\"]]",
                "[\"a\"] ",
                " [\"a\"]",
                "[\"a\"]x",
                "[]]",
                "[\"\t\"]",
                "[\"\u0000\"]",
                "[\"\\ud83d\"]",
                "[\"\\ude00\"]",
                "[\"\\ude00\\ud83d\"]",
                "[\"\\ud83d\\ud83d\\ude00\"]",
                "[\"\\ud83dx\"]",
                "[\"\ud83d\"]",
                "[\u00a0]",
                "[\"a\"\u000b]"
            })
    @Pitfall("PP-11")
    void anythingElseIsAViolation(String json) {
        assertThatThrownBy(() -> strings(json)).isExactlyInstanceOf(ProtocolViolationException.class);
    }

    @Test
    void aViolationShowsThePlaceAndNoItem() {
        assertThatThrownBy(() -> strings("[\"hush\",5]"))
                .hasMessage("range of list 'orders' on 127.0.0.1:6388: the server broke the protocol,"
                        + " the answer is not a JSON array of strings: see character 9 of 10");
    }

    @Test
    @Pitfall("PP-12")
    void whateverTheServerWritesIsRead() {
        List<String> items = Wire.wildTexts(20_260_104, 20_000)
                .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
                .toList();

        String line = new Reply.Items(items.stream()
                        .map(item -> item.getBytes(StandardCharsets.UTF_8))
                        .toList())
                .line();

        assertThat(items).hasSizeGreaterThan(100);
        assertThat(Answers.strings(line, RANGE, SERVER)).isEqualTo(items);
    }
}
