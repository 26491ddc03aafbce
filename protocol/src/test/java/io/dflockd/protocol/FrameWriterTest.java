package io.dflockd.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameWriterTest {
    @Test
    void whatItWritesIsWhatTheReaderReads() throws ProtocolException {
        Request request = Frames.parse(FrameWriter.frame(Command.VALUE_SET, "grüße", " a \t7"));

        assertThat(request.command()).isEqualTo(Command.VALUE_SET);
        assertThat(request.key()).isEqualTo(Key.of("grüße"));
        assertThat(request.value()).isEqualTo(" a ".getBytes(StandardCharsets.UTF_8));
        assertThat(request.ttlSeconds()).isEqualTo(7);
    }

    @Test
    void aTagStandsBeforeTheCommand() throws ProtocolException {
        Request request = new Request();

        request.read(Frames.standingOn(FrameWriter.frame("12 ping", FrameWriter.NO_KEY, "")), true);

        assertThat(request.tag()).isEqualTo(12);
        assertThat(request.command()).isEqualTo(Command.PING);
    }

    @Test
    void anOpeningLacksOnlyTheArgument() {
        assertThat(FrameWriter.opening("r", "k"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("r\nk\n");
    }

    @ParameterizedTest
    @CsvSource({"'l\n', k, 0", "l, 'k\n', 0", "l, k, '0\nl\nother\n0'"})
    void aLineThatWouldBreakIsRefused(String first, String key, String argument) {
        assertThatThrownBy(() -> FrameWriter.frame(first, key, argument))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line break")
                .hasMessageNotContaining("other");
    }

    @Test
    void anOpeningThatWouldBreakIsRefused() {
        assertThatThrownBy(() -> FrameWriter.opening("r", "k\nk")).isInstanceOf(IllegalArgumentException.class);
    }
}
