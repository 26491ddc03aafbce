package io.dflockd.server;

import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import org.jspecify.annotations.Nullable;

/**
 * How a connection gets an answer to {@code stats} from the desk: piece after piece, as it has room for them.
 *
 * <p>A client that has said all it has to say still gets the line: its end of stream ends nothing meanwhile.
 */
final class StatsDelivery {
    private final Connection connection;
    private final ConnectionSession session;
    private final StatsDesk desk;
    private final Loop loop;
    private final Outgoing outgoing;
    private final ChannelConfig channel;
    private @Nullable StatsAnswer answer; // under way

    StatsDelivery(
            Connection connection,
            ConnectionSession session,
            StatsDesk desk,
            Loop loop,
            Outgoing outgoing,
            ChannelConfig channel) {
        this.connection = connection;
        this.session = session;
        this.desk = desk;
        this.loop = loop;
        this.outgoing = outgoing;
        this.channel = channel;
    }

    /** Whether the figures are to be collected at the desk: not those of one key, and not if the engine will reject it. */
    boolean isNeededFor(Request request) {
        return !request.asksAboutKey() && desk.isNeeded() && !session.isParked(request.tag());
    }

    /** The next frame waits for it, also in tagged mode: so no client can ask for more than are collected. */
    boolean isUnderWay() {
        return answer != null;
    }

    void begin(Request request) {
        answer = new StatsAnswer(request);
        channel.setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        goOn();
    }

    void goOn() {
        StatsAnswer next = answer;
        if (next != null && outgoing.hasRoomForPiece() && next.mayGoOn()) {
            desk.printNext(next, progress -> loop.thread.execute(() -> takePiece(next, progress)));
        }
    }

    private void takePiece(StatsAnswer printed, StatsAnswer.Progress progress) {
        Lines piece = printed.takePiece();
        boolean isLast = progress != StatsAnswer.Progress.MORE || session.isEnded();
        if (isLast) {
            answer = null;
            channel.setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        }
        if (progress != StatsAnswer.Progress.FAILED) {
            outgoing.takePiece(piece, isLast);
        } else if (outgoing.isMidLine()) {
            connection.close("its stats broke off");
        } else {
            outgoing.take(printed.tag, Status.ERROR.reply());
        }
        connection.touch();
        loop.settle();
    }
}
