package io.dflockd.server;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operator of clients that were turned away: one line a second at most, with the number of the others. */
final class RefusalLog {
    private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);

    private final Seldom refusals;
    private final Seldom shortages;

    RefusalLog(LongSupplier nanoTime) {
        this.refusals = new Seldom(1, TimeUnit.SECONDS, nanoTime);
        this.shortages = new Seldom(1, TimeUnit.MINUTES, nanoTime);
    }

    void note(String why, @Nullable SocketAddress from) {
        if (refusals.isTime()) {
            log.warn("turned a client away at {}: {}{}", from, why, refusals.others());
        }
    }

    /** There is no memory for what a client sends or reads. Where the error was met says nothing about its cause. */
    void noteShortage(OutOfMemoryError shortage, @Nullable SocketAddress from) {
        if (shortages.isTime()) {
            log.error(
                    "turned a client away at {}, no memory for its buffers: {}{}",
                    from,
                    shortage.getMessage(),
                    shortages.others());
        }
    }
}
