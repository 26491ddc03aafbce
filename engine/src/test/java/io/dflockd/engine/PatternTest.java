package io.dflockd.engine;

import static io.dflockd.engine.Heard.heard;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of channels and keys: the end of 2.11 of PROTOCOL.md. */
final class PatternTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "a.b, a.b",
        "., .",
        "a., a.",
        ".a, .a",
        "a..b, a..b",
        "*, a",
        "*, abc",
        "*.b, a.b",
        "*.b, .b",
        "a.*, a.b",
        "a.*, a.",
        "a.*.c, a.b.c",
        "a.*.c, a..c",
        "*.*, a.b",
        "*.*, .",
        "*.*, a.",
        "*., a.",
        "*., .",
        ".*, .a",
        ".*, .",
        ">, a",
        ">, a.b",
        ">, a.b.c.d",
        ">, .",
        ">, ...",
        "a.>, a.b",
        "a.>, a.b.c",
        "a.>, a.",
        "a.>, a..",
        ".>, .",
        ".>, .a",
        "*.>, a.b",
        "*.>, .",
        "*.>, a.b.c",
        "a.*.>, a.b.c",
        "a.*.>, a..",
        "*.*.>, a.b.c",
        "é.*, é.鍵",
    })
    void matches(String pattern, String name) {
        assertThat(isHeard(pattern, name)).isTrue();
        assertThat(isSeen(pattern, name)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "a, b",
        "a, A",
        "a, ab",
        "ab, a",
        "a, a.",
        "a, .a",
        "a, a.b",
        "a.b, a",
        "a.b, b.a",
        "., ..",
        "*, a.b",
        "*, a.",
        "*, .",
        "*.b, b",
        "*.b, a.c",
        "*.b, a.b.c",
        "a.*, a",
        "a.*, b.a",
        "a.*, a.b.c",
        "a.*, a.b.",
        "a.*.c, a.c",
        "a.*.c, a.b.b.c",
        "a.*.c, a.b.d",
        "*.*, a",
        "*.*, a.b.c",
        "*., a",
        "*., a.b",
        "a.>, a",
        "a.>, b.c",
        "a.>, ab.c",
        "a.>, .a",
        ".>, a",
        "*.>, a",
        "a.*.>, a.b",
        "*.*.>, a.b",
        "é.*, e.a",
    })
    void doesNotMatch(String pattern, String name) {
        assertThat(isHeard(pattern, name)).isFalse();
        assertThat(isSeen(pattern, name)).isFalse();
    }

    private boolean isHeard(String pattern, String channel) {
        assertThat(bob.ask("listen", pattern, "")).isEqualTo("ok");
        String count = alice.ask("signal", channel, "x");
        boolean heard = !bob.hasNoAnswer() && bob.answer().equals("sig " + channel + " x");
        assertThat(count).isEqualTo(heard ? "ok 1" : "ok 0");
        return heard;
    }

    private boolean isSeen(String pattern, String key) {
        assertThat(bob.ask("watch", pattern, "")).isEqualTo("ok");
        assertThat(alice.ask("kset", key, "x")).isEqualTo("ok");
        return !bob.hasNoAnswer() && bob.answer().equals("watch kset " + key);
    }

    /** A key may well be called as a pattern is. */
    @ParameterizedTest
    @CsvSource({"a.*, a.*, true", "a.*, a.>, true", ">, >, true", "*, *, true", "a.b, a.*, false", "*, a*, true"})
    void aKeyIsANameEvenIfItReadsLikeAPattern(String pattern, String key, boolean seen) {
        assertThat(isSeen(pattern, key)).isEqualTo(seen);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a*", "*a", "**", "a.b*", "a.*b", "a.*b.c", "*a.b", "a.**", ">.a", "a.>.b", ">.", ">.>", ">.*", "a>",
                ">a", ">>", "a.b>", "a.>b", "a.>>", "*>", ">*", "a.*>", ".>.", "a.>."
            })
    @Pitfall("SW-11")
    void aMalformedPatternIsRefusedAndLeavesNothingBehind(String pattern) {
        String before = engine.stats();

        assertThat(bob.ask("listen", pattern, "")).isEqualTo("error");
        assertThat(bob.ask("listen", pattern, "g")).isEqualTo("error");
        assertThat(bob.ask("watch", pattern, "")).isEqualTo("error");

        assertThat(engine.stats()).isEqualTo(before);
        assertThat(bob.ask("unlisten", pattern, "")).isEqualTo("ok");
        assertThat(bob.ask("unlisten", pattern, "g")).isEqualTo("ok");
        assertThat(bob.ask("unwatch", pattern, "")).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a.", ".a", "a..b", "*.", ".*", ".>", "..>", "*..*", "*.*.*", "*.*.>"})
    @Pitfall("SW-11")
    void emptyTokensAreTokens(String pattern) {
        assertThat(bob.ask("listen", pattern, "")).isEqualTo("ok");
        assertThat(bob.ask("watch", pattern, "")).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", ">", "a.*", "a.>", "a*", ">.a", "a*b", "a>b", "a.b>"})
    @Pitfall("SW-11")
    void aSignalNeedsANameWithoutEither(String channel) {
        bob.ask("listen", ">", "");
        bob.ask("listen", ">", "g");

        assertThat(alice.ask("signal", channel, "x")).isEqualTo("error");

        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @Test
    void observersNameTheirKeyLiterally() {
        assertThat(bob.ask("observe", "*", "")).isEqualTo("ok");
        assertThat(bob.ask("observe", "a>b", "")).isEqualTo("ok");

        alice.ask("elect", "leader", "0");
        assertThat(bob.hasNoAnswer()).isTrue();
        alice.ask("elect", "*", "0");
        alice.ask("elect", "a>b", "0");

        assertThat(heard(bob)).containsExactly("leader elected *", "leader elected a>b");
    }

    /** 128 tokens on either side, the most that a line can hold. */
    @Test
    void aPatternMayHaveAsManyTokensAsFit() {
        String stars = "*" + ".*".repeat(127);
        String dots = "a" + ".a".repeat(127);

        assertThat(isHeard(stars, dots)).isTrue();
        assertThat(isSeen(stars, dots)).isTrue();
        assertThat(alice.ask("signal", dots + ".", "x")).isEqualTo("ok 0");
    }
}
