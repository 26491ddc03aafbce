package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Request;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects {@code stats} that would keep an event loop too long, one after another, on a thread of its own. */
final class StatsDesk implements AutoCloseable {
    /** With more to tell of than this, the figures are collected here. */
    private static final int MANY_THINGS = 1_000;

    private static final int LONGEST_PIECE_SECONDS = 5;
    private static final Logger log = LoggerFactory.getLogger(StatsDesk.class);

    private final EngineRuntime runtime;
    private final ExecutorService thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("dflockd-stats", true),
            new ThreadPoolExecutor.DiscardPolicy()); // once it is closed, nobody is there to hear of it

    StatsDesk(EngineRuntime runtime) {
        this.runtime = runtime;
    }

    /** What a cluster has to say is not at hand for a loop; elsewhere what is told of one key always is. */
    boolean isNeededFor(Request request) {
        return runtime.administration() != null || (request.asksAboutMany() && runtime.things() > MANY_THINGS);
    }

    /** Does something else that would keep an event loop too long. */
    void execute(Runnable task) {
        thread.execute(task);
    }

    /** Prints the next piece of the answer, and tells so on the desk's own thread. */
    void printNext(StatsAnswer answer, Consumer<StatsAnswer.Progress> receiver) {
        thread.execute(() -> receiver.accept(print(answer)));
    }

    private StatsAnswer.Progress print(StatsAnswer answer) {
        try {
            return answer.print(runtime);
        } catch (RuntimeException | Error bug) { // whatever it is: the connection waits for its piece
            log.error("{} failed", Command.STATS, bug);
            return StatsAnswer.Progress.FAILED;
        }
    }

    /** Waits for the piece that is being printed: whoever gets it must still be there. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(LONGEST_PIECE_SECONDS, TimeUnit.SECONDS)) {
                log.warn("the stats that are being printed do not come to their end");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
