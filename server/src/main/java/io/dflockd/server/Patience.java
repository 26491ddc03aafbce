package io.dflockd.server;

import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The patience of a connection with its client, who has the read timeout to be let in, and then for each line.
 *
 * <p>Before a client is judged, the loop looks at its sockets once more: what it said in time may be waiting there.
 */
final class Patience {
    private final Standing standing;
    private final Incoming incoming;
    private final Loop loop;
    private final Executor guarded;
    private final Exit exit;
    private final Runnable onSlowness;
    private final long timeoutNanos;
    private long startedNanos;
    private @Nullable Future<?> nextCheck;
    private ReadDeadline.Verdict verdict = ReadDeadline.Verdict.WAIT;
    private boolean isLastLook;

    /**
     * Looks after a client.
     *
     * @param guarded runs a check so that whatever it throws ends the connection, and nobody else's
     * @param onSlowness the client took too long to be let in, or for a line
     */
    Patience(
            Standing standing,
            Incoming incoming,
            Loop loop,
            Executor guarded,
            Exit exit,
            Runnable onSlowness,
            long timeoutNanos) {
        this.standing = standing;
        this.incoming = incoming;
        this.loop = loop;
        this.guarded = guarded;
        this.exit = exit;
        this.onSlowness = onSlowness;
        this.timeoutNanos = timeoutNanos;
    }

    void start() {
        startedNanos = loop.nowNanos();
        checkLater(timeoutNanos);
    }

    /** The connection ends: a check to come would keep it in memory. */
    void stop() {
        if (nextCheck != null) {
            nextCheck.cancel(false);
        }
    }

    private void checkLater(long delayNanos) {
        nextCheck = loop.thread.schedule(() -> guarded.execute(this::check), delayNanos, TimeUnit.NANOSECONDS);
    }

    private void check() {
        if (standing.ignoresInput()) {
            return;
        }
        long remainingNanos = remainingNanos(loop.nowNanos());
        if (remainingNanos > 0) {
            isLastLook = false;
            checkLater(remainingNanos);
        } else if (isLastLook) {
            giveUp();
        } else {
            isLastLook = true;
            checkLater(0); // once the loop has been at its sockets
        }
    }

    /** How long the client may still take; nothing if its time is over. */
    private long remainingNanos(long now) {
        if (!standing.isOpen()) {
            return timeoutNanos - (now - startedNanos);
        }
        verdict = incoming.verdict(now);
        return verdict == ReadDeadline.Verdict.WAIT ? incoming.remainingNanos(now) : 0;
    }

    private void giveUp() {
        if (standing.isOpen() && verdict == ReadDeadline.Verdict.IDLE) {
            exit.close("idle");
        } else {
            onSlowness.run();
        }
    }
}
