package io.dflockd.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of the program: one line per event on standard error.
 *
 * <p>Logback finds this class as its configurator and so looks for no file, which would take a good part of the time
 * until the server listens. Nothing is logged before {@link #start}.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void start(LogFormat format, boolean debug) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(standardError(context, format == LogFormat.JSON ? new JsonLines() : new TextLines()));
        root.setLevel(Level.WARN);
        context.getLogger("io.dflockd").setLevel(debug ? Level.DEBUG : Level.INFO);
        context.getLogger("org.apache.ratis").setLevel(debug ? Level.INFO : Level.OFF); // we say what matters ourselves
    }

    private static ConsoleAppender<ILoggingEvent> standardError(
            LoggerContext context, EncoderBase<ILoggingEvent> lines) {
        lines.setContext(context);
        lines.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(lines);
        appender.start();
        return appender;
    }
}
