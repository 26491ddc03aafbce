package io.dflockd.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The log for programs: one JSON object per line, with time, level, logger, thread, message and error. */
final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder("{");
        field(line, "time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        field(line.append(','), "level", event.getLevel().levelStr);
        field(line.append(','), "logger", event.getLoggerName());
        field(line.append(','), "thread", event.getThreadName());
        field(line.append(','), "message", event.getFormattedMessage());
        if (event.getThrowableProxy() != null) {
            field(line.append(','), "error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return line.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void field(StringBuilder line, String name, String value) {
        line.append('"').append(name).append("\":\"");
        for (int i = 0; i < value.length(); i++) {
            escape(line, value.charAt(i));
        }
        line.append('"');
    }

    private static void escape(StringBuilder line, char letter) {
        switch (letter) {
            case '"', '\\' -> line.append('\\').append(letter);
            case '\n' -> line.append("\\n");
            case '\t' -> line.append("\\t");
            default -> {
                if (letter < ' ') {
                    line.append("\\u00")
                            .append(Character.forDigit(letter >> 4, 16))
                            .append(Character.forDigit(letter & 15, 16));
                } else {
                    line.append(letter);
                }
            }
        }
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
