package io.dflockd.protocol;

import static io.dflockd.protocol.Frames.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines that nobody asked for: 1.2 of PROTOCOL.md. */
final class PushTest {
    @ParameterizedTest
    @ValueSource(strings = {"x", " ", "  x  y ", "\tx\t", "é鍵😀", "\u0000", "sig ch x"})
    void aSignalIsItsChannelAndItsPayloadAsItIs(String payload) {
        assertThat(Push.signal(Key.of("ch"), bytes(payload)).line()).isEqualTo("sig ch " + payload);
    }

    @Test
    void aWatchEventIsItsWordAndTheKey() {
        assertThat(Push.watch("acquire", Key.of("a.*|é")).line()).isEqualTo("watch acquire a.*|é");
    }

    @ParameterizedTest
    @EnumSource
    void aLeaderEventIsItsWordAndTheKey(Push.LeaderEvent event) {
        assertThat(Push.leader(event, Key.of("e")).line()).isEqualTo("leader " + event.word() + " e");
    }

    @Test
    void itsLengthIsThatOfItsBytesWithTheTerminator() {
        Push push = Push.signal(Key.of("é"), bytes("鍵"));
        Lines lines = new Lines();

        push.writeTo(lines);

        assertThat(lines.toBytes()).isEqualTo(bytes("sig é 鍵\n")).hasSize(push.length());
    }

    @Test
    @Pitfall("SW-13")
    void theLongestSignalIsOneWholeLine() {
        String channel = "c".repeat(256);
        String payload = "p".repeat(256);

        Push push = Push.signal(Key.of(channel), bytes(payload));

        assertThat(push.line()).isEqualTo("sig " + channel + " " + payload);
        assertThat(push.length()).isEqualTo(4 + 256 + 1 + 256 + 1);
    }

    @Test
    void pushesAndRepliesFollowEachOtherLineByLine() {
        Lines lines = new Lines();

        lines.reply(Request.NO_TAG, Status.OK.reply());
        Push.watch("kset", Key.of("k")).writeTo(lines);
        lines.reply(7, Status.NIL.reply());
        Push.leader(Push.LeaderEvent.ELECTED, Key.of("e")).writeTo(lines);

        assertThat(lines.toBytes()).asString().isEqualTo("ok\nwatch kset k\n7 nil\nleader elected e\n");
    }

    @Test
    @Pitfall("PP-13")
    void keepsItsBytesWhenThoseItWasMadeOfChange() {
        byte[] payload = bytes("first");
        Push push = Push.signal(Key.of("ch"), payload);

        payload[0] = '#';

        assertThat(push.line()).isEqualTo("sig ch first");
    }

    @Test
    void canBeWrittenAgainAndAgain() {
        Push push = Push.watch("kdel", Key.of("k"));
        Lines lines = new Lines();

        push.writeTo(lines);
        push.writeTo(lines);

        assertThat(lines.toBytes()).asString().isEqualTo("watch kdel k\nwatch kdel k\n");
    }
}
