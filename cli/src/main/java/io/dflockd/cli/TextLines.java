package io.dflockd.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The log for people: {@code 2026-11-15 20:15:03.123 INFO  listening on 127.0.0.1:6388}. */
final class TextLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    private final DateTimeFormatter time =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder();
        time.formatTo(Instant.ofEpochMilli(event.getTimeStamp()), line);
        line.append(' ').append(event.getLevel());
        line.append(event.getLevel().levelStr.length() == 4 ? "  " : " ");
        line.append(event.getFormattedMessage().replaceAll("\\p{Cntrl}", "?")).append('\n');
        if (event.getThrowableProxy() != null) {
            line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return line.toString().getBytes(StandardCharsets.UTF_8);
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
