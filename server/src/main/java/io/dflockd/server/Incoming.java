package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Fault;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.netty.buffer.ByteBuf;

/**
 * All that a connection hears: it reads what there is and runs frame after frame.
 *
 * <p>A request that is parked stops an untagged connection from running the next frame, but not from reading: the end
 * of the stream is seen at once.
 */
final class Incoming {
    /** What may pile up behind a parked request, beside one value. */
    private static final int MAX_PENDING_INPUT = 65_536;

    /** How many frames are run between two looks at the clock. */
    private static final int FRAMES_BETWEEN_LOOKS = 16;

    private final Connection connection;
    private final ConnectionSession session;
    private final Loop loop;
    private final Outgoing outgoing;
    private final StatsDelivery stats;
    private final ReadDeadline deadline;
    private final FrameReader reader = new FrameReader();
    private int maxValue;
    private boolean tagged; // the first line of a frame has a tag
    private boolean wasBlocked;

    Incoming(
            Connection connection,
            ConnectionSession session,
            Loop loop,
            Outgoing outgoing,
            StatsDelivery stats,
            long readTimeoutNanos) {
        this.connection = connection;
        this.session = session;
        this.loop = loop;
        this.outgoing = outgoing;
        this.stats = stats;
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
        while (bytes.isReadable() && !connection.ignoresInput()) {
            int count = Math.min(bytes.readableBytes(), loop.input.length);
            bytes.readBytes(loop.input, 0, count);
            reader.feed(loop.input, 0, count);
            runFrames();
        }
    }

    /** Takes up the frames that had to wait, if they need not any more. */
    void goOn() {
        if (wasBlocked && !isBlocked() && !connection.ignoresInput()) {
            wasBlocked = false;
            deadline.restart(loop.nowNanos());
            runFrames();
        }
    }

    private void runFrames() {
        loop.intake.look();
        long started = System.nanoTime();
        int frames = 0;
        boolean areMore = true;
        while (areMore && !isBlocked() && !connection.ignoresInput()) {
            areMore = runNext();
            boolean looks = areMore && (++frames % FRAMES_BETWEEN_LOOKS == 0 || session.mayTakeLong());
            if (looks && System.nanoTime() - started > Loop.TURN_NANOS) {
                connection.rest();
            }
        }
        keepTheRest();
        deadline.progress(reader, frames > 0, loop.nowNanos());
        wasBlocked = isBlocked();
        if (isHeldUp() && reader.pending() > MAX_PENDING_INPUT + maxValue) {
            connection.close("too much input behind a request that waits");
        }
    }

    private void keepTheRest() {
        if (connection.ignoresInput()) {
            reader.discard();
        } else {
            reader.settle();
        }
    }

    /** Runs the next frame, or says that there is none. */
    private boolean runNext() {
        return switch (reader.next()) {
            case FRAME -> {
                runFrame();
                yield true;
            }
            case TOO_LARGE -> {
                connection.reject(unfinishedTag(), Fault.LINE_TOO_LONG);
                yield true;
            }
            case OVERFLOW -> {
                connection.refuse(Fault.LINE_TOO_LONG);
                yield false;
            }
            case STARVED -> false;
        };
    }

    private void runFrame() {
        Request request = loop.request;
        try {
            request.read(reader, tagged);
        } catch (ProtocolException broken) {
            connection.reject(request.tag(), broken.fault());
            return;
        }
        if (connection.isAuthenticating()) {
            connection.authenticate(request);
        } else if (request.command() == Command.STATS && stats.isNeededFor(request)) {
            stats.begin(request);
        } else if (request.command().storesData() && connection.refusesData()) {
            outgoing.take(request.tag(), Status.ERROR_MAX_KEYS.reply());
        } else {
            run(request);
        }
    }

    private void run(Request request) {
        outgoing.expectAnswer();
        if (!session.run(request)) {
            outgoing.expectNoAnswer();
            reader.putBack();
            connection.rest();
            return;
        }
        if (request.command() == Command.TAGGING && outgoing.lastStatus() == Status.OK) {
            tagged = request.isOn();
            reader.setTagged(tagged);
        }
        outgoing.writeAnswer();
    }

    /** Whether the next frame has to wait: for an answer, for the client to read its answers, or for its turn. */
    private boolean isBlocked() {
        return connection.isResting() || outgoing.isFull() || connection.isWritingLongAnswer() || isHeldUp();
    }

    /** By a request that waits, while it reads on. */
    private boolean isHeldUp() {
        return connection.isQueued() || (!tagged && outgoing.unanswered() > 0);
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

    /** The tag of a frame that is not whole. */
    long unfinishedTag() {
        return tagged ? loop.request.tagOf(reader) : Request.NO_TAG;
    }
}
