package io.dflockd.server;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The patience of a connection with its client, who has the read timeout to be let in, and then for each line. */
final class Patience {
    private final Connection connection;
    private final Incoming incoming;
    private final Loop loop;
    private final long timeoutNanos;
    private final long startedNanos = System.nanoTime();
    private @Nullable Future<?> nextCheck;

    Patience(Connection connection, Incoming incoming, Loop loop, long timeoutNanos) {
        this.connection = connection;
        this.incoming = incoming;
        this.loop = loop;
        this.timeoutNanos = timeoutNanos;
    }

    void start() {
        checkLater(timeoutNanos);
    }

    /** The connection ends: a check to come would keep it in memory. */
    void stop() {
        if (nextCheck != null) {
            nextCheck.cancel(false);
        }
    }

    private void checkLater(long delayNanos) {
        nextCheck = loop.thread.schedule(this::check, delayNanos, TimeUnit.NANOSECONDS);
    }

    private void check() {
        long now = System.nanoTime();
        if (connection.isOpen()) {
            checkLine(now);
        } else if (!connection.ignoresInput()) {
            checkEntry(now);
        }
    }

    private void checkEntry(long now) {
        long remainingNanos = timeoutNanos - (now - startedNanos);
        if (remainingNanos > 0) {
            checkLater(remainingNanos);
        } else {
            connection.giveUp();
        }
    }

    private void checkLine(long now) {
        switch (incoming.verdict(now)) {
            case WAIT -> checkLater(incoming.remainingNanos(now));
            case TOO_SLOW -> connection.giveUp();
            case IDLE -> connection.close("idle");
        }
    }
}
