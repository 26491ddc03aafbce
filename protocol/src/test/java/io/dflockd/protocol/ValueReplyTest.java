package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The replies to commands on counters, values and lists. */
final class ValueReplyTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 7, -7, Long.MAX_VALUE, Long.MIN_VALUE})
    void aFigureHasItsSign(long value) {
        assertThat(new Reply.Figure(value).line()).isEqualTo("ok " + value);
        assertThat(new Reply.Figure(value).status()).isEqualTo(Status.OK);
    }

    @Test
    void noItemsAreAnEmptyArray() {
        assertThat(items().line()).isEqualTo("ok []");
        assertThat(items().status()).isEqualTo(Status.OK);
    }

    @Test
    void itemsAreAnArrayOfStringsInTheirOrder() {
        assertThat(items("a").line()).isEqualTo("ok [\"a\"]");
        assertThat(items("b", "a", "b").line()).isEqualTo("ok [\"b\",\"a\",\"b\"]");
    }

    @Test
    void itemsThatLookLikeSomethingElseAreStringsAllTheSame() {
        assertThat(items("1", "null", "true", "[]", " ", ",").line())
                .isEqualTo("ok [\"1\",\"null\",\"true\",\"[]\",\" \",\",\"]");
    }

    @Test
    void quotesBackslashesAndControlsAreEscaped() {
        assertThat(items("\"", "\\", "\\\"", "\u0000", "\t", "\u001f").line())
                .isEqualTo("ok [\"\\\"\",\"\\\\\",\"\\\\\\\"\",\"\\u0000\",\"\\u0009\",\"\\u001f\"]");
    }

    @Test
    void everythingElseIsAsItIs() {
        assertThat(items("/", "\u007f", "é", "鍵", "😀", "\u2028", "</script>").line())
                .isEqualTo("ok [\"/\",\"\u007f\",\"é\",\"鍵\",\"😀\",\"\u2028\",\"</script>\"]");
    }

    private static Reply items(String... items) {
        return new Reply.Items(Arrays.stream(items).map(Frames::bytes).toList());
    }
}
