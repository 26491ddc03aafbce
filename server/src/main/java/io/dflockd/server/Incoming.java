package io.dflockd.server;

import io.dflockd.protocol.Fault;
import io.dflockd.protocol.FrameReader;
import io.netty.buffer.ByteBuf;
import java.util.function.BooleanSupplier;

/**
 * All that a connection hears: it reads what there is and has frame after frame run.
 *
 * <p>A request that is parked stops an untagged connection from running the next frame, but not from reading: the end
 * of the stream is seen at once.
 */
final class Incoming {
    /** What may pile up behind a parked request, beside one value. */
    private static final int MAX_PENDING_INPUT = 65_536;

    /** How many frames are run between two looks at the clock. */
    private static final int FRAMES_BETWEEN_LOOKS = 16;

    private final Loop loop;
    private final Standing standing;
    private final Pace pace;
    private final ConnectionSession session;
    private final Outgoing outgoing;
    private final Requests requests;
    private final BooleanSupplier isWritingLongAnswer;
    private final Exit exit;
    private final ReadDeadline deadline;
    private final FrameReader reader = new FrameReader();
    private int maxValue;
    private boolean wasBlocked;

    /** While {@code isWritingLongAnswer}, no frame is run. */
    Incoming(
            Loop loop,
            Standing standing,
            Pace pace,
            ConnectionSession session,
            Outgoing outgoing,
            Requests requests,
            BooleanSupplier isWritingLongAnswer,
            Exit exit,
            long readTimeoutNanos) {
        this.loop = loop;
        this.standing = standing;
        this.pace = pace;
        this.session = session;
        this.outgoing = outgoing;
        this.requests = requests;
        this.isWritingLongAnswer = isWritingLongAnswer;
        this.exit = exit;
        this.deadline = new ReadDeadline(readTimeoutNanos, 0);
    }

    /** The time of the first line starts now. */
    void start() {
        deadline.restart(loop.nowNanos());
    }

    /** The longest secret that this client may send from now on. */
    void allowSecret(int bytes) {
        reader.setSecretCap(bytes);
    }

    /** The longest value that this client may send from now on. */
    void allowValue(int bytes) {
        maxValue = bytes;
        reader.setValueCap(bytes);
    }

    void take(ByteBuf bytes) {
        while (bytes.isReadable() && !standing.ignoresInput()) {
            int count = Math.min(bytes.readableBytes(), loop.input.length);
            bytes.readBytes(loop.input, 0, count);
            reader.feed(loop.input, 0, count);
            runFrames();
        }
    }

    /** Takes up the frames that had to wait, if they need not any more. */
    void goOn() {
        if (wasBlocked && !isBlocked() && !standing.ignoresInput()) {
            wasBlocked = false;
            deadline.restart(loop.nowNanos());
            requests.goOn(reader);
            runFrames();
        }
    }

    private void runFrames() {
        loop.intake.look();
        long started = loop.elapsedNanos();
        int frames = 0;
        boolean areMore = true;
        while (areMore && !isBlocked() && !standing.ignoresInput()) {
            areMore = requests.runNext(reader);
            boolean looks = areMore && (++frames % FRAMES_BETWEEN_LOOKS == 0 || session.mayTakeLong());
            if (looks && loop.elapsedNanos() - started > Loop.TURN_NANOS) {
                pace.rest();
            }
        }
        keepTheRest();
        deadline.progress(reader, frames > 0, loop.nowNanos());
        wasBlocked = isBlocked();
        if (requests.mayWaitLong() && hasMuch()) {
            exit.close("too much input behind a request that waits");
        }
    }

    private boolean hasMuch() {
        return reader.pending() > MAX_PENDING_INPUT + maxValue;
    }

    /** Whether the client has to stop for a moment: the answers it waits for are on their way. */
    boolean isFull() {
        return requests.areHeldUp() && !requests.mayWaitLong() && hasMuch();
    }

    private void keepTheRest() {
        if (standing.ignoresInput()) {
            reader.discard();
        } else {
            reader.settle();
        }
    }

    /** Whether the next frame has to wait: for an answer, for the client to read its answers, or for its turn. */
    private boolean isBlocked() {
        return pace.isResting() || outgoing.isFull() || isWritingLongAnswer.getAsBoolean() || requests.areHeldUp();
    }

    /** Whether frames that have come are still to be run. */
    boolean isBehind() {
        return wasBlocked;
    }

    /** Whether the client takes too long for its next line. While we let it wait, it does not. */
    ReadDeadline.Verdict verdict(long nowNanos) {
        if (isBlocked()) {
            deadline.restart(nowNanos);
        }
        return deadline.verdict(nowNanos, session::isStateful);
    }

    /** How long the verdict cannot change. */
    long remainingNanos(long nowNanos) {
        return deadline.remainingNanos(nowNanos);
    }

    /** The client was too slow: whatever it is in the middle of is refused. */
    void refuse() {
        requests.refuse(reader, Fault.READ_TIMEOUT);
    }
}
