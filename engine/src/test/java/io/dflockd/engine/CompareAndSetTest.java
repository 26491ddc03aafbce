package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kcas} in 2.6 of PROTOCOL.md. */
final class CompareAndSetTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");

    enum Before {
        ABSENT,
        DELETED,
        EXPIRED,
        EXPIRED_UNNOTICED,
        ONE,
        ONE_FOR_A_WHILE
    }

    private void prepare(Before before) {
        switch (before) {
            case ABSENT -> {}
            case DELETED -> {
                alice.ask("kset", "color", "one");
                alice.ask("kdel", "color", "");
            }
            case EXPIRED -> {
                alice.ask("kset", "color", "one\t5");
                engine.passSeconds(5);
            }
            case EXPIRED_UNNOTICED -> {
                alice.ask("kset", "color", "one\t5");
                engine.stallSeconds(5);
            }
            case ONE -> alice.ask("kset", "color", "one");
            case ONE_FOR_A_WHILE -> alice.ask("kset", "color", "one\t5");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ABSENT, '', ok",
        "ABSENT, one, cas_conflict",
        "DELETED, '', ok",
        "DELETED, one, cas_conflict",
        "EXPIRED, '', ok",
        "EXPIRED, one, cas_conflict",
        "EXPIRED_UNNOTICED, '', ok",
        "EXPIRED_UNNOTICED, one, cas_conflict",
        "ONE, '', cas_conflict",
        "ONE, one, ok",
        "ONE, two, cas_conflict",
        "ONE, on, cas_conflict",
        "ONE, one1, cas_conflict",
        "ONE, One, cas_conflict",
        "ONE_FOR_A_WHILE, '', cas_conflict",
        "ONE_FOR_A_WHILE, one, ok",
        "ONE_FOR_A_WHILE, two, cas_conflict",
    })
    @Pitfall("CK-09")
    void succeedsOnlyWhereItFindsWhatItExpects(Before before, String old, String answer) {
        prepare(before);
        String found = alice.ask("kget", "color", "");

        assertThat(alice.ask("kcas", "color", old + "\tnew\t")).isEqualTo(answer);

        assertThat(alice.ask("kget", "color", "")).isEqualTo(answer.equals("ok") ? "ok new" : found);
    }

    @ParameterizedTest
    @CsvSource({"'', 0.000", "0, 0.000", "9, 9.000"})
    void successReplacesTheTimeToLiveToo(String ttl, String shown) {
        alice.ask("kset", "color", "one\t5");
        engine.passSeconds(2);

        assertThat(alice.ask("kcas", "color", "one\ttwo\t" + ttl)).isEqualTo("ok");

        assertThat(engine.stats()).contains("\"ttl\":" + shown);
    }

    @Test
    void whatItStoredWithATimeToLiveEndsInTime() {
        alice.ask("kcas", "color", "\tone\t5");
        engine.passSeconds(4);
        assertThat(alice.ask("kcas", "color", "one\ttwo\t5")).isEqualTo("ok");

        engine.passSeconds(4);
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok two");
        engine.passSeconds(1);

        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
    }

    @Test
    void aConflictLeavesTheTimeToLiveAlone() {
        alice.ask("kset", "color", "one\t5");
        engine.passSeconds(2);

        assertThat(alice.ask("kcas", "color", "two\tthree\t50")).isEqualTo("cas_conflict");

        assertThat(engine.stats()).contains("\"ttl\":3.000");
    }

    @Test
    void aConflictOnAnAbsentKeyCreatesNothing() {
        assertThat(alice.ask("kcas", "color", "one\ttwo\t")).isEqualTo("cas_conflict");

        assertThat(engine.stats()).contains("\"kv_entries\":[]");
    }

    @Test
    void aValueMayBeReplacedByItself() {
        alice.ask("kset", "color", "one\t5");

        assertThat(alice.ask("kcas", "color", "one\tone\t")).isEqualTo("ok");

        engine.passSeconds(6);
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "one",
                "\t",
                "one\ttwo",
                "\t\t",
                "one\t\t",
                "one\t\t5",
                "one\ttwo\tx",
                "one\ttwo\t-1",
                "one\ttwo\t 5",
                "one\ttwo\t5 ",
                "one\ttwo\t1\t2",
                "one\ttwo\t\t",
                "one\ttwo\t9223372037"
            })
    @Pitfall("CK-08")
    void anythingButTwoTabsAndANewValueIsRefusedAndStoresNothing(String argument) {
        assertThat(alice.ask("kcas", "new", argument)).isEqualTo("error");
        assertThat(alice.ask("kget", "new", "")).isEqualTo("nil");

        alice.ask("kset", "color", "one");
        assertThat(alice.ask("kcas", "color", argument)).isEqualTo("error");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok one");
    }

    @Test
    @Pitfall("CK-07")
    void numbersAreTextLikeAnyOther() {
        assertThat(alice.ask("kcas", "color", "\t42\t")).isEqualTo("ok");
        assertThat(alice.ask("kcas", "color", "042\t43\t")).isEqualTo("cas_conflict");
        assertThat(alice.ask("kcas", "color", "42\ta 7\t7")).isEqualTo("ok");
        assertThat(alice.ask("kcas", "color", "a 7\t7\t")).isEqualTo("ok");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok 7");
    }
}
