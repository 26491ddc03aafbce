package io.dflockd.server;

import io.dflockd.engine.Stats;
import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import org.jspecify.annotations.Nullable;

/**
 * An answer to {@code stats} on its way, a piece at a time: the desk prints a piece when the client has room for it, and
 * the next when that one has been written. However long the line is, no more than a piece of it is in memory.
 */
final class StatsAnswer {
    enum Progress {
        MORE,
        WHOLE,
        FAILED
    }

    private static final String CLUSTER = "cluster";

    final long tag;
    private final Question question;
    private final Lines piece = new Lines();
    private @Nullable Stats stats;
    private boolean isBeingPrinted;

    StatsAnswer(Request request) {
        this.tag = request.tag();
        this.question = question(request);
    }

    /** What is answered in one piece; null for all there is to tell. */
    private interface Question {
        @Nullable
        Reply ask(EngineRuntime runtime);
    }

    /** The request is used again before this is asked. */
    private static Question question(Request request) {
        if (request.asksAboutKey()) {
            Key key = request.key().copy();
            return runtime -> runtime.stats(key);
        }
        if (request.asksAboutSession()) {
            long session = request.number(Field.SCOPE);
            return runtime -> runtime.stats(session);
        }
        return request.asksForSummary() ? StatsAnswer::summary : runtime -> null;
    }

    /** Whether the next piece may be asked for; the first to hear so is to ask. */
    boolean mayGoOn() {
        boolean mayGoOn = !isBeingPrinted;
        isBeingPrinted = true;
        return mayGoOn;
    }

    /** The piece that was asked for, on the connection's own thread again. */
    Lines takePiece() {
        isBeingPrinted = false;
        return piece;
    }

    /** Prints the next piece, on the thread of the desk. */
    Progress print(EngineRuntime runtime) {
        piece.clear();
        Reply small = question.ask(runtime);
        if (small != null) {
            piece.reply(tag, small);
            return Progress.WHOLE;
        }
        Stats known = stats;
        if (known == null) {
            known = stats(runtime);
            stats = known;
            piece.tag(tag).append("ok ");
        }
        if (known.print(piece, Outgoing.PIECE_BYTES, runtime.leaseNanos())) {
            return Progress.MORE;
        }
        piece.end();
        return Progress.WHOLE;
    }

    private static Stats stats(EngineRuntime runtime) {
        Stats stats = runtime.stats();
        Administration cluster = runtime.administration();
        if (cluster != null) {
            stats.endWith(CLUSTER, cluster.status());
        }
        return stats;
    }

    private static Reply summary(EngineRuntime runtime) {
        Reply summary = runtime.summary();
        Administration cluster = runtime.administration();
        if (cluster == null || !(summary instanceof Reply.Text object)) {
            return summary;
        }
        Lines longer = new Lines().append(object.text(), 0, object.text().length - 1);
        longer.append(",\"" + CLUSTER + "\":").append(cluster.status()).append("}");
        return new Reply.Text(longer.toBytes());
    }
}
