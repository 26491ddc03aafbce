package io.dflockd.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged while it is open, instead of where it would go. */
final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger;
    private final Level levelBefore;
    private final boolean additiveBefore;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogCapture(Logger logger, Level level) {
        this.logger = logger;
        this.levelBefore = logger.getLevel();
        this.additiveBefore = logger.isAdditive();
        logger.setLevel(level);
        logger.setAdditive(false);
        logger.addAppender(this);
        start();
    }

    /** What the class logs at its usual levels. */
    static LogCapture of(Class<?> source) {
        return new LogCapture((Logger) LoggerFactory.getLogger(source), Level.INFO);
    }

    /** What the whole server logs at every level. */
    static LogCapture ofEverything() {
        return new LogCapture((Logger) LoggerFactory.getLogger("io.dflockd"), Level.TRACE);
    }

    /** Message and stack trace of each event. */
    List<String> lines() {
        return lines;
    }

    @Override
    protected void append(ILoggingEvent event) {
        String trace = event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
        lines.add(event.getFormattedMessage() + trace);
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(additiveBefore);
        logger.setLevel(levelBefore);
    }
}
