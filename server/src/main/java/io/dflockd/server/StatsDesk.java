package io.dflockd.server;

import io.dflockd.engine.Engine;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects {@code stats} that would keep an event loop too long, one after another, on a thread of its own. */
final class StatsDesk implements AutoCloseable {
    /** With more to tell of than this, the figures are collected here. */
    private static final int MANY_THINGS = 1_000;

    private static final Logger log = LoggerFactory.getLogger(StatsDesk.class);

    private final EmbeddedRuntime runtime;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(new DefaultThreadFactory("dflockd-stats", true));

    StatsDesk(EmbeddedRuntime runtime) {
        this.runtime = runtime;
    }

    boolean isNeeded() {
        return runtime.engine().things() > MANY_THINGS;
    }

    /** Hands the figures over on the desk's own thread. */
    void collect(Consumer<Reply> receiver) {
        thread.execute(() -> receiver.accept(statsOrError(runtime.engine())));
    }

    private Reply statsOrError(Engine engine) {
        try {
            return engine.stats(runtime.nowNanos());
        } catch (RuntimeException bug) {
            log.error("{} failed", Command.STATS, bug);
            return Status.ERROR.reply();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
