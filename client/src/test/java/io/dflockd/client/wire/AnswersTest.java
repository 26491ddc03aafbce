package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.SERVER;
import static io.dflockd.client.wire.Wire.TEN_SECONDS;
import static io.dflockd.client.wire.Wire.TOKEN;
import static io.dflockd.client.wire.Wire.lock;
import static io.dflockd.client.wire.Wire.lockFrame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.client.wire.Answers.Granted;
import io.dflockd.client.wire.Answers.Renewed;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What success looks like, and what only nearly does. */
final class AnswersTest {
    private static final Frame COUNTER = Frames.counter("orders");
    private static final Frame VALUE = Frames.value("orders");

    @Test
    void aGrantHasItsTokenItsLeaseAndItsFence() {
        assertThat(Answers.granted("ok " + TOKEN + " 33 17", lockFrame(), SERVER))
                .isEqualTo(new Granted(TOKEN, 33, 17));
    }

    @Test
    void aGrantOfAnOlderServerHasNoFence() {
        assertThat(Answers.granted("ok " + TOKEN + " 33", lockFrame(), SERVER)).isEqualTo(new Granted(TOKEN, 33, 0));
    }

    @Test
    void aTokenOfAnotherFormIsTakenAsItIs() {
        assertThat(Answers.granted("ok n1:lock/7~x 33 17", lockFrame(), SERVER))
                .isEqualTo(new Granted("n1:lock/7~x", 33, 17));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 17, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void everyGrantTheServerWritesIsRead(long fence) {
        String line = new Reply.Granted(Status.OK, fence, 42, 9_223_372_036L, true).line();
        String acquired = new Reply.Granted(Status.ACQUIRED, fence, 42, 1, false).line();

        assertThat(Answers.granted(line, lockFrame(), SERVER).fence()).isEqualTo(fence);
        assertThat(Answers.granted(line, lockFrame(), SERVER).leaseSeconds()).isEqualTo(9_223_372_036L);
        assertThat(Answers.enqueued(acquired, Frames.enqueue(lock("k")), SERVER))
                .hasValueSatisfying(grant -> assertThat(grant.leaseSeconds()).isEqualTo(1));
    }

    @Test
    void aPlaceInTheQueueIsNoGrant() {
        assertThat(Answers.enqueued("queued", Frames.enqueue(lock("k")), SERVER))
                .isEmpty();
    }

    static Stream<String> badGrants() {
        return Stream.of(
                "# " + TOKEN,
                "# " + TOKEN + " ",
                "# " + TOKEN + " 33 ",
                "#  " + TOKEN + " 33",
                "# " + TOKEN + "  33",
                "# " + TOKEN + " 33 17 ",
                "# " + TOKEN + " 33 17 x",
                "# " + TOKEN + "\t33",
                "#\t" + TOKEN + " 33",
                "# " + TOKEN + " 0",
                "# " + TOKEN + " -1",
                "# " + TOKEN + " +33",
                "# " + TOKEN + " 033",
                "# " + TOKEN + " 33.0",
                "# " + TOKEN + " 33s",
                "# " + TOKEN + " ٣٣",
                "# " + TOKEN + " 9223372037",
                "# " + TOKEN + " 99999999999999999999999",
                "# " + TOKEN + " 33 18",
                "# " + TOKEN + " 33 0",
                "# " + TOKEN + " 33 -17",
                "# " + TOKEN + " 33 +17",
                "# " + TOKEN + " 33 017",
                "# " + TOKEN + " 33 0x11",
                "# " + TOKEN + " 33 18446744073709551616",
                "# " + TOKEN + "\u0000 33",
                "# " + TOKEN + "é 33",
                "# " + TOKEN.repeat(8) + " 33",
                "# 33 " + TOKEN,
                "# 33",
                "#  33 17",
                "#",
                "# ",
                " # " + TOKEN + " 33",
                "#:" + TOKEN + " 33",
                TOKEN + " 33");
    }

    @ParameterizedTest
    @MethodSource("badGrants")
    @Pitfall({"PP-11", "CL-21"})
    void nearlyAGrantIsAViolationThatKeepsTheToken(String line) {
        assertViolation(() -> Answers.granted(line.replace("#", "ok"), lockFrame(), SERVER));
        assertViolation(() -> Answers.enqueued(line.replace("#", "acquired"), Frames.enqueue(lock("k")), SERVER));
    }

    @Test
    void aShortTokenOfAnotherFormIsNotShownEither() {
        assertThatThrownBy(() -> Answers.granted("ok hush 33 x", lockFrame(), SERVER))
                .hasMessage("lock 'orders' on 127.0.0.1:6388: the server broke the protocol,"
                        + " a fence is malformed: 'ok … 33 x'");
    }

    @Test
    void aGrantShowsNoTokenInLogs() {
        assertThat(new Granted(TOKEN, 33, -1)).hasToString("Granted[lease 33 s, fence 18446744073709551615]");
    }

    @Test
    void theTimeoutOfAGrantIsItsOwnException() {
        assertThatExceptionOfType(LockTimeoutException.class)
                .isThrownBy(() -> Answers.granted("timeout", lockFrame(), SERVER))
                .withMessage("lock 'orders' on 127.0.0.1:6388: not granted within 10 s (timeout)");
        assertThatExceptionOfType(LockTimeoutException.class)
                .isThrownBy(() -> Answers.granted("timeout", Frames.acquire(lock("k"), Duration.ZERO), SERVER))
                .withMessageContaining("did not ask to wait");
    }

    @Test
    void aRenewalTellsHowLongItLasts() {
        Frame renewal = Frames.renew(lock("k"), TOKEN);

        assertThat(Answers.renewed("ok 33", renewal, SERVER)).isEqualTo(new Renewed(33));
        assertThat(Answers.renewed("ok 33 17", renewal, SERVER)).isEqualTo(new Renewed(33));
        assertThat(Answers.renewed(new Reply.Renewed(5, -1, true).line(), renewal, SERVER))
                .isEqualTo(new Renewed(5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ok",
                "ok ",
                "ok  33",
                "ok 33 ",
                "ok 0",
                "ok -1",
                "ok x",
                "ok 33 0",
                "ok 33 x",
                "ok 33 17 1",
                "ok 9223372037",
                "ok 033",
                "ok\t33"
            })
    @Pitfall({"PP-11", "CL-21"})
    void nearlyARenewalIsAViolation(String line) {
        assertViolation(() -> Answers.renewed(line, Frames.renew(lock("k"), TOKEN), SERVER));
    }

    @Test
    void okIsOk() {
        Answers.ok("ok", Frames.ping(), SERVER);
        assertThat(Answers.met("ok", Frames.meet("k", 2, TEN_SECONDS), SERVER)).isTrue();
        assertThat(Answers.met("timeout", Frames.meet("k", 2, TEN_SECONDS), SERVER))
                .isFalse();
        assertThat(Answers.swapped("ok", VALUE, SERVER)).isTrue();
        assertThat(Answers.swapped("cas_conflict", VALUE, SERVER)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ok ",
                "ok 1",
                " ok",
                "ok\r",
                "ok\t",
                "OK",
                "Ok",
                "",
                " ",
                "ok\u0000",
                "ｏｋ",
                "0 ok",
                "queued",
                "nil"
            })
    @Pitfall("PP-11")
    void nearlyOkIsAViolation(String line) {
        assertViolation(() -> Answers.ok(line, Frames.ping(), SERVER));
        assertViolation(() -> Answers.met(line, Frames.meet("k", 2, TEN_SECONDS), SERVER));
        assertViolation(() -> Answers.swapped(line, VALUE, SERVER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout ", "timeouts", "nil ", "cas_conflict x", "okay"})
    @Pitfall("PP-11")
    void nearlyAnotherAnswerIsNoneOfThem(String line) {
        Frame meeting = Frames.meet("k", 2, TEN_SECONDS);

        assertThat(Answers.isTimeout(line)).isFalse();
        assertThatThrownBy(() -> Answers.met(line, meeting, SERVER)).isNotNull();
        assertThatThrownBy(() -> Answers.swapped(line, VALUE, SERVER)).isNotNull();
        assertThatThrownBy(() -> Answers.value(line, VALUE, SERVER)).isNotNull();
        assertThatThrownBy(() -> Answers.granted(line, lockFrame(), SERVER)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    void everyNumberTheServerWritesIsRead(long number) {
        assertThat(Answers.number(new Reply.Figure(number).line(), COUNTER, SERVER))
                .isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ok",
                "ok ",
                "ok  1",
                "ok 1 ",
                "ok +1",
                "ok 01",
                "ok -0",
                "ok 1.0",
                "ok x",
                "ok 1 2",
                "ok ٣",
                "ok 9223372036854775808",
                "ok -9223372036854775809",
                "nil",
                "timeout"
            })
    @Pitfall({"PP-11", "PP-08"})
    void nearlyANumberIsAViolation(String line) {
        assertViolation(() -> Answers.number(line, COUNTER, SERVER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v", " ", " v ", "\t", "nil", "ok", "error", "é鍵😀", "\u0000"})
    void aValueIsTheRestOfTheLine(String value) {
        String line = new Reply.Text(value.getBytes(StandardCharsets.UTF_8)).line();

        assertThat(Answers.value(line, VALUE, SERVER)).contains(value);
    }

    @Test
    void nilIsNoValue() {
        assertThat(Answers.value("nil", VALUE, SERVER)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ok", "ok ", "okv", "nil ", "nil v", "queued", "timeout", "acquired " + TOKEN + " 33"})
    @Pitfall("PP-11")
    void nearlyAValueIsNone(String line) {
        assertThatThrownBy(() -> Answers.value(line, VALUE, SERVER))
                .isInstanceOf(DflockdException.class)
                .hasMessageNotContaining(TOKEN);
    }

    @Test
    void aTimeoutIsKnownByItsWordAlone() {
        assertThat(Answers.isTimeout("timeout")).isTrue();
        assertThat(Answers.isTimeout("ok")).isFalse();
    }

    @Test
    void aLongLineIsShownInPart() {
        String line = "ok " + "x-\u001b[2J ".repeat(100_000);

        assertThatExceptionOfType(ProtocolViolationException.class)
                .isThrownBy(() -> Answers.number(line, COUNTER, SERVER))
                .satisfies(violation -> {
                    String shown = String.valueOf(violation.getMessage()).replaceFirst(".*: '", "");
                    assertThat(shown)
                            .startsWith("ok x-\\u001b[2J")
                            .endsWith("…'")
                            .hasSize(81);
                });
    }

    private static void assertViolation(ThrowingCallable reading) {
        assertThatThrownBy(reading)
                .isExactlyInstanceOf(ProtocolViolationException.class)
                .hasMessageContaining(SERVER)
                .hasMessageNotContaining(TOKEN)
                .hasMessageNotContaining(TOKEN.substring(16));
    }
}
