package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values: {@code kset}, {@code kget} and {@code kdel} in 2.6 of PROTOCOL.md. */
final class ValueTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    void isReadByEverybodyUntilItIsDeleted() {
        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
        assertThat(alice.ask("kset", "color", "blue")).isEqualTo("ok");
        assertThat(bob.ask("kget", "color", "ignored")).isEqualTo("ok blue");
        assertThat(bob.ask("kset", "color", "red")).isEqualTo("ok");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok red");
        assertThat(alice.ask("kdel", "color", "ignored")).isEqualTo("ok");
        assertThat(bob.ask("kget", "color", "")).isEqualTo("nil");
    }

    @Test
    void deletingWhatIsAbsentIsFine() {
        assertThat(alice.ask("kdel", "color", "")).isEqualTo("ok");
    }

    @Test
    void outlivesTheSessionThatSetIt() {
        alice.ask("kset", "color", "blue");

        alice.disconnect();

        assertThat(bob.ask("kget", "color", "")).isEqualTo("ok blue");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "42",
                "7",
                "a 7",
                "a  7",
                "0",
                "-1",
                "5 5",
                "nil",
                "ok",
                "é 鍵 \ud83d\ude00",
                "  x",
                "a\u000bb",
                "a\rb"
            })
    @Pitfall("CK-07")
    void anyTextComesBackWithAndWithoutTimeToLive(String value) {
        assertThat(alice.ask("kset", "color", value)).isEqualTo("ok");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok " + value);

        assertThat(alice.ask("kset", "color", value + "\t5")).isEqualTo("ok");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok " + value);

        engine.passSeconds(5);
        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
    }

    @Test
    void blanksAtItsEndsBelongToIt() {
        alice.ask("kset", "color", " x ");

        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok  x ");
        assertThat(engine.stats()).contains("\"value_len\":3");
        assertThat(alice.ask("kcas", "color", " x\ty\t")).isEqualTo("cas_conflict");
        assertThat(alice.ask("kcas", "color", " x \ty\t")).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\t",
                "\t5",
                "x\t",
                "a\tb",
                "a\tb\t5",
                "a\t5\t",
                "a\t\t5",
                "x\t 5",
                "x\t5 ",
                "x\t-1",
                "x\t1.5",
                "x\t9223372037"
            })
    @Pitfall({"CK-08", "CK-05"})
    void whatIsMalformedIsRefusedAndNothingIsStored(String argument) {
        assertThat(alice.ask("kset", "new", argument)).isEqualTo("error");
        assertThat(alice.ask("kget", "new", "")).isEqualTo("nil");

        alice.ask("kset", "color", "blue\t5");
        assertThat(alice.ask("kset", "color", argument)).isEqualTo("error");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok blue");
        assertThat(engine.stats()).contains("\"ttl\":5.000");
    }

    @Test
    void whatIsNotUtf8IsRefusedAndNothingIsStored() {
        byte[] frame = "kset\ncolor\nx?x\n".getBytes(StandardCharsets.US_ASCII);
        frame["kset\ncolor\nx".length()] = (byte) 0xff;

        alice.sendRaw(frame);

        assertThat(alice.answer()).isEqualTo("error");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
    }

    @Test
    @Pitfall("CK-09")
    void isGoneFromTheVeryInstantAtWhichItsTimeIsOver() {
        alice.ask("kset", "color", "blue\t5");

        engine.passNanos(Duration.ofSeconds(5).toNanos() - 1);
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok blue");
        engine.passNanos(1);
        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
    }

    /** Nobody looked in between: no deadline was served and nothing was swept. */
    @Test
    @Pitfall("CK-09")
    void isGoneInTimeAlsoForAServerThatWasStopped() {
        alice.ask("kset", "color", "blue\t5");
        alice.ask("kset", "size", "9\t5");

        engine.stallSeconds(5);

        assertThat(engine.stats()).contains("\"kv_entries\":[]");
        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
        assertThat(alice.ask("kcas", "size", "9\t10\t")).isEqualTo("cas_conflict");
    }

    /** A wait that ends now is still there for a request of this instant, and must not stand in the way. */
    @Test
    @Pitfall("CK-09")
    void isGoneInTimeAlsoBesideAWaitThatEndsAtTheSameInstant() {
        bob.send("blpop", "color", "5");
        alice.ask("kset", "color", "blue\t5");
        TestClient carol = engine.client("carol");
        carol.send("bwait", "color", "2 5");

        engine.stallSeconds(5);

        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
        assertThat(alice.ask("bwait", "color", "2 5")).isEqualTo("ok");
        assertThat(alice.ask("rpush", "color", "a")).isEqualTo("ok 0");
    }

    @Test
    void leavesNothingBehindWhenItsTimeIsOver() {
        alice.ask("kset", "color", "blue\t5");

        engine.passSeconds(5);
        engine.sweep();

        assertThat(engine.census().deadlines()).isZero();
        assertThat(engine.stats()).contains("\"kv_entries\":[]");
    }

    @ParameterizedTest
    @CsvSource({"'red'", "'red\t0'"})
    void settingItAgainWithoutTimeToLiveMakesItStay(String argument) {
        alice.ask("kset", "color", "blue\t5");
        engine.passSeconds(4);

        alice.ask("kset", "color", argument);
        engine.passSeconds(1_000_000);

        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok red");
    }

    @Test
    void settingItAgainStartsItsTimeToLiveAnew() {
        alice.ask("kset", "color", "blue\t5");
        engine.passSeconds(4);

        alice.ask("kset", "color", "red\t3");

        engine.passNanos(Duration.ofSeconds(3).toNanos() - 1);
        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok red");
        engine.passNanos(1);
        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
    }

    @Test
    void readingItDoesNotProlongItsLife() {
        alice.ask("kset", "color", "blue\t2");
        engine.passSeconds(1);

        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok blue");
        engine.passSeconds(1);

        assertThat(alice.ask("kget", "color", "")).isEqualTo("nil");
    }

    @Test
    void aNewValueIsNotEndedByTheTimeOfADeletedOne() {
        alice.ask("kset", "color", "blue\t5");
        alice.ask("kdel", "color", "");
        alice.ask("kset", "color", "red");

        engine.passSeconds(10);
        engine.sweep();

        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok red");
    }

    @Test
    void theLongestTimeToLiveIsVeryLong() {
        assertThat(alice.ask("kset", "color", "blue\t9223372036")).isEqualTo("ok");

        engine.passSeconds(1_000_000_000);
        engine.sweep();

        assertThat(alice.ask("kget", "color", "")).isEqualTo("ok blue");
    }
}
