package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PushesTest {
    @ParameterizedTest
    @ValueSource(strings = {"x", " ", "  x  y ", "\tx\t", "é鍵😀", "\u0000", "sig ch x"})
    void aSignalHasItsChannelAndItsPayloadAsItIs(String payload) {
        String line = Push.signal(Key.of("a.b"), payload.getBytes(StandardCharsets.UTF_8))
                .line();

        assertThat(Pushes.isPush(line)).isTrue();
        assertThat(Pushes.parse(line)).isEqualTo(new Pushed.Signal("a.b", payload));
    }

    @ParameterizedTest
    @ValueSource(strings = {"k", "a.*|é", "\u000b", "\u00a0", "watch"})
    void aChangeHasItsEventAndItsKey(String key) {
        String line = Push.watch("acquire", Key.of(key)).line();

        assertThat(Pushes.parse(line)).isEqualTo(new Pushed.Change("acquire", key));
    }

    @ParameterizedTest
    @EnumSource
    void aLeaderEventHasItsWordAndItsKey(Push.LeaderEvent event) {
        String line = Push.leader(event, Key.of("chief")).line();

        assertThat(Pushes.parse(line)).isEqualTo(new Pushed.Leader(event.word(), "chief"));
    }

    @ParameterizedTest
    @EnumSource
    void noAnswerIsTakenForAPush(Status status) {
        assertThat(Pushes.isPush(status.word())).isFalse();
        assertThat(Pushes.isPush(status.word() + " sig x y")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "signal a b",
                "sigx a b",
                "watcher a b",
                "leaders a b",
                "SIG a b",
                " sig a b",
                "5 sig a b"
            })
    void theFirstWordMustBeWhole(String line) {
        assertThat(Pushes.isPush(line)).isFalse();
        assertViolation(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sig",
                "sig ",
                "sig a",
                "sig a ",
                "sig  a b",
                "sig a\tb c",
                "sig a\r b",
                "watch",
                "watch acquire",
                "watch acquire ",
                "watch  k",
                "watch acquire a b",
                "watch acquire k ",
                "watch acquire  k",
                "watch Acquire k",
                "watch 5 k",
                "leader",
                "leader elected",
                "leader elected ",
                "leader elected a b",
                "leader chosen k",
                "leader ELECTED k"
            })
    @Pitfall("PP-11")
    void nearlyAPushIsAViolation(String line) {
        assertThat(Pushes.isPush(line)).isTrue();
        assertViolation(line);
    }

    @Test
    @Pitfall("PP-05")
    void anAnswerNobodyWaitsForIsAViolationThatKeepsTheToken() {
        assertThatThrownBy(() -> Pushes.parse("ok " + TOKEN + " 33"))
                .isExactlyInstanceOf(ProtocolViolationException.class)
                .hasMessage("the server sent a line nobody asked for: 'ok … 33'");
    }

    @Test
    void aSignalShowsNoPayloadInLogs() {
        assertThat(new Pushed.Signal("ch\u001b", "private")).hasToString("Signal['ch\\u001b']");
    }

    private static void assertViolation(String line) {
        assertThatThrownBy(() -> Pushes.parse(line)).isExactlyInstanceOf(ProtocolViolationException.class);
    }
}
