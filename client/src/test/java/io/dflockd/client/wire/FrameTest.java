package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.TEN_SECONDS;
import static io.dflockd.client.wire.Wire.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Command.Kind;
import io.dflockd.protocol.FrameWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class FrameTest {
    private static final Set<Kind> WAITING = EnumSet.of(Kind.ACQUIRE, Kind.WAIT, Kind.TAKE, Kind.MEET);

    @ParameterizedTest
    @MethodSource("io.dflockd.client.wire.SampleFrames#all")
    void itMayWaitIfItsCommandAndItsTimeoutSaySo(Frame frame) {
        boolean waits = WAITING.contains(frame.command().kind());

        assertThat(frame.mayWait()).isEqualTo(waits);
        assertThat(frame.timeout()).isEqualTo(waits ? TEN_SECONDS : Duration.ZERO);
    }

    @Test
    void withATimeoutOfZeroItDoesNotWait() {
        assertThat(Frames.acquire(Wire.lock("k"), Duration.ZERO).mayWait()).isFalse();
        assertThat(Frames.meet("k", 2, Duration.ZERO).mayWait()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("io.dflockd.client.wire.SampleFrames#all")
    void messagesShowWhatIsTriedOnWhichKeyAndNothingPrivate(Frame frame) {
        String shown = frame.toString();

        assertThat(shown).doesNotContain(TOKEN, "private").isNotBlank();
        assertThat(shown.contains("'" + frame.key() + "'"))
                .isEqualTo(frame.command().isKeyed() || !frame.key().equals(FrameWriter.NO_KEY));
    }

    @Test
    void aKeyCannotDrawOnTheTerminal() {
        assertThat(Frames.counter("a\u001b[2J\u202e\u2028b\u0000"))
                .hasToString("counter 'a\\u001b[2J\\u202e\\u2028b\\u0000'");
    }

    @Test
    void theBytesAreEncodedOnce() {
        Frame frame = Frames.ping();

        assertThat(frame.bytes()).isSameAs(frame.bytes());
    }
}
