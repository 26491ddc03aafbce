package io.dflockd.server;

import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** How a connection gets an answer to {@code stats} from the desk: piece after piece, as it has room for them. */
final class StatsDelivery {
    private final ConnectionSession session;
    private final StatsDesk desk;
    private final Loop loop;
    private final Executor guarded;
    private final Outgoing outgoing;
    private final Pace pace;
    private final Exit exit;
    private @Nullable StatsAnswer answer; // under way

    /** Takes the pieces from the desk on the thread of the loop, {@code guarded}: what fails there ends the connection. */
    StatsDelivery(
            ConnectionSession session,
            StatsDesk desk,
            Loop loop,
            Executor guarded,
            Outgoing outgoing,
            Pace pace,
            Exit exit) {
        this.session = session;
        this.desk = desk;
        this.loop = loop;
        this.guarded = guarded;
        this.outgoing = outgoing;
        this.pace = pace;
        this.exit = exit;
    }

    /** Whether the figures are to be collected at the desk; if the engine will reject the request, they are not. */
    boolean isNeededFor(Request request) {
        return desk.isNeededFor(request) && !session.isTagParked(request.tag());
    }

    /** The next frame waits for it, also in tagged mode: so no client can ask for more than are collected. */
    boolean isUnderWay() {
        return answer != null;
    }

    void begin(Request request) {
        answer = new StatsAnswer(request);
        goOn();
    }

    void goOn() {
        StatsAnswer next = answer;
        if (next != null && outgoing.hasRoomForPiece() && next.mayGoOn()) {
            desk.printNext(
                    next, progress -> loop.thread.execute(() -> guarded.execute(() -> takePiece(next, progress))));
        }
    }

    private void takePiece(StatsAnswer printed, StatsAnswer.Progress progress) {
        Lines piece = printed.takePiece();
        boolean isLast = progress != StatsAnswer.Progress.MORE || session.isEnded();
        if (isLast) {
            answer = null;
        }
        if (progress != StatsAnswer.Progress.FAILED) {
            outgoing.takePiece(piece, isLast);
        } else if (outgoing.isMidStats()) {
            exit.close("its stats broke off");
        } else {
            outgoing.take(printed.tag, Status.ERROR.reply());
        }
        pace.touch();
        loop.settle();
    }
}
