package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class BindingsTest {
    private static final String TOKEN = "00000000000000ffa0b1c2d3e4f50617";
    private static final String OTHER = "0000000000000100a0b1c2d3e4f50617";

    private final Bindings bindings = new Bindings();

    @Test
    void matchesPlainTextOnlyAsAWhole() {
        assertThat(bindings.match("ok", "ok")).isTrue();

        assertThat(bindings.match("ok", "okay")).isFalse();
        assertThat(bindings.match("error", "error_auth")).isFalse();
        assertThat(bindings.match("ok [\"a.b\"]", "ok [\"a.b\"]")).isTrue();
        assertThat(bindings.match("ok [\"a.b\"]", "ok [\"axb\"]")).isFalse();
    }

    @Test
    void keepsAVariableAsItWasFirstSeen() {
        assertThat(bindings.match("ok $t 33 %f", "ok " + TOKEN + " 33 255")).isTrue();

        assertThat(bindings.match("ok $t 7 %f", "ok " + TOKEN + " 7 255")).isTrue();
        assertThat(bindings.match("ok $t 7 %f", "ok " + OTHER + " 7 255")).isFalse();
        assertThat(bindings.match("ok $t 7 %f", "ok " + TOKEN + " 7 256")).isFalse();
        assertThat(bindings.fill("r|k|$t")).isEqualTo("r|k|" + TOKEN);
    }

    @Test
    void bindsNothingFromALineThatDoesNotMatch() {
        assertThat(bindings.match("ok $t 33", "ok " + TOKEN + " 34")).isFalse();

        assertThat(bindings.match("ok $t 33", "ok " + OTHER + " 33")).isTrue();
        assertThat(bindings.fill("$t")).isEqualTo(OTHER);
    }

    @Test
    void wantsOneVariableToBeEqualWithinOneLine() {
        assertThat(bindings.match("%a %a", "12 13")).isFalse();
        assertThat(bindings.match("%a %a", "12 12")).isTrue();
    }

    @Test
    void tellsTokensAndNumbersFromOtherText() {
        assertThat(bindings.match("$a", "00000000000000FFA0B1C2D3E4F50617")).isFalse();
        assertThat(bindings.match("$a", TOKEN + "0")).isFalse();
        assertThat(bindings.match("%a", "-1")).isFalse();
        assertThat(bindings.match("%a", "")).isFalse();
    }

    @Test
    void takesAnyTextForAny() {
        assertThat(bindings.match("ok <any>\"waiters\":0<any>", "ok {\"waiters\":0}"))
                .isTrue();
        assertThat(bindings.match("ok <any>\"waiters\":0<any>", "ok {\"waiters\":1}"))
                .isFalse();
    }

    @Test
    void readsEscapesInExpectations() {
        assertThat(bindings.match("ok \\s\\sx\\s", "ok   x ")).isTrue();
        assertThat(bindings.match("ok a\\tb", "ok a\tb")).isTrue();
    }

    @Test
    void refusesToSendAVariableThatNothingHasBound() {
        assertThatThrownBy(() -> bindings.fill("r|k|$t")).hasMessage("$t is used before a reply has bound it");
    }

    @Test
    void turnsEscapesIntoBytes() {
        assertThat(Escapes.bytes("a\\n\\r\\t\\s\\\\\\xff\\x00b"))
                .containsExactly('a', '\n', '\r', '\t', ' ', '\\', 0xff, 0, 'b');
        assertThat(Escapes.bytes("<x*3>\\n<y*2>")).asString().isEqualTo("xxx\nyy");
        assertThat(Escapes.bytes("鍵")).asString().isEqualTo("鍵");
        assertThatThrownBy(() -> Escapes.bytes("\\q")).hasMessage("unknown escape \\q");
    }
}
