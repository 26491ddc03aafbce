package io.dflockd.server;

import io.dflockd.protocol.FrameReader;
import java.util.function.BooleanSupplier;

/**
 * How long a client may take: each line of a frame has its own deadline, and silence between frames ends a connection
 * that has nothing on the server.
 *
 * <p>A line's time starts when the server begins to read it. The first line of a frame may come any time later on a
 * stateful connection: there its time starts with its first byte.
 */
final class ReadDeadline {
    enum Verdict {
        WAIT,
        /** The time of a line is over, and at least one byte of its frame has been seen. */
        TOO_SLOW,
        /** Nothing of a next frame has been seen, and the connection has no state to keep it open. */
        IDLE
    }

    private final long timeoutNanos;
    private long lineStartedNanos;
    private long firstByteNanos;
    private int line;
    private boolean insideFrame;

    ReadDeadline(long timeoutNanos, long nowNanos) {
        this.timeoutNanos = timeoutNanos;
        this.lineStartedNanos = nowNanos;
    }

    /** Input was read: {@code finishedFrame} tells whether a whole frame was among it. */
    void progress(FrameReader reader, boolean finishedFrame, long nowNanos) {
        if (finishedFrame || reader.line() != line) {
            lineStartedNanos = nowNanos;
        }
        if (reader.isInsideFrame() && (finishedFrame || !insideFrame)) {
            firstByteNanos = nowNanos;
        }
        line = reader.line();
        insideFrame = reader.isInsideFrame();
    }

    /** The clock did not run while a request was parked: it starts again now. */
    void restart(long nowNanos) {
        lineStartedNanos = nowNanos;
        firstByteNanos = nowNanos;
    }

    Verdict verdict(long nowNanos, BooleanSupplier isStateful) {
        if (nowNanos - lineStartedNanos < timeoutNanos) {
            return Verdict.WAIT;
        }
        if (!insideFrame) {
            if (!isStateful.getAsBoolean()) {
                return Verdict.IDLE;
            }
            lineStartedNanos = nowNanos;
            return Verdict.WAIT;
        }
        if (line == 0 && isStateful.getAsBoolean() && nowNanos - firstByteNanos < timeoutNanos) {
            lineStartedNanos = firstByteNanos;
            return Verdict.WAIT;
        }
        return Verdict.TOO_SLOW;
    }

    /** How long nothing can happen. */
    long remainingNanos(long nowNanos) {
        return Math.max(1, timeoutNanos - (nowNanos - lineStartedNanos));
    }
}
