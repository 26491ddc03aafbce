package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LogLinesTest {
    private static final Instant TIME = Instant.parse("2026-11-15T20:15:03.123Z");

    private final Logger logger = new LoggerContext().getLogger("io.dflockd.Test");

    @Test
    void areReadableByPeople() {
        String line = encoded(new TextLines(), "listening on {}", "127.0.0.1:6388", null);

        assertThat(line).endsWith(".123 WARN  listening on 127.0.0.1:6388\n");
        assertThat(line).startsWith(TIME.atZone(ZoneId.systemDefault()).toLocalDate() + " ");
    }

    @Test
    void areReadableByPrograms() {
        String line = encoded(new JsonLines(), "key {}", "\"a\\\t\u0001é\"", null);

        assertThat(line)
                .isEqualTo("{\"time\":\"2026-11-15T20:15:03.123Z\",\"level\":\"WARN\",\"logger\":\"io.dflockd.Test\","
                        + "\"thread\":\"main\",\"message\":\"key \\\"a\\\\\\t\\u0001é\\\"\"}\n");
    }

    @Test
    void stayOneLineWhateverAMessageHolds() {
        assertThat(encoded(new TextLines(), "key {}", "a\r\nb", null).lines()).hasSize(1);
        assertThat(encoded(new JsonLines(), "key {}", "a\r\nb", null).lines()).hasSize(1);
    }

    @Test
    void showWhereAnErrorComesFrom() {
        Exception error = new IllegalStateException("broken");

        assertThat(encoded(new TextLines(), "oops {}", "", error)).contains("IllegalStateException: broken\n\tat ");
        assertThat(encoded(new JsonLines(), "oops {}", "", error))
                .contains("\"error\":\"java.lang.IllegalStateException: broken\\n\\tat ")
                .hasLineCount(1);
    }

    private String encoded(Encoder<ILoggingEvent> lines, String message, String argument, @Nullable Throwable error) {
        LoggingEvent event = new LoggingEvent("", logger, Level.WARN, message, error, new Object[] {argument});
        event.setInstant(TIME);
        event.setThreadName("main");
        return new String(lines.encode(event), StandardCharsets.UTF_8);
    }
}
