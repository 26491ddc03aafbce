package io.dflockd.server;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a server in whose engine an {@link Error} was thrown: the heap is full, or classes do not fit together.
 * Nobody can tell what the engine has done by then, so it does not go on. How it ends is the choice of the program; it is
 * asked once, however many threads run into the same trouble.
 */
final class Breakdown implements Consumer<Error> {
    private static final Logger log = LoggerFactory.getLogger(Breakdown.class);

    private final Consumer<Error> onBreakdown;
    private final AtomicBoolean isTold = new AtomicBoolean();

    Breakdown(Consumer<Error> onBreakdown) {
        this.onBreakdown = onBreakdown;
    }

    /** The error came out of the engine. */
    @Override
    public void accept(Error broken) {
        if (isTold.compareAndSet(false, true)) {
            try {
                log.error("the engine broke down, and the server ends", broken);
            } finally {
                onBreakdown.accept(broken); // also where there is no memory left for a line of log
            }
        }
    }
}
