package io.dflockd.server;

import io.dflockd.engine.Engine;
import io.dflockd.engine.Session;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session of a connection. It knows the way back to it, runs its requests, and ends in steps. */
final class ConnectionSession extends Session {
    private static final Logger log = LoggerFactory.getLogger(ConnectionSession.class);

    private final Engine engine;
    private final Loop loop;
    private @Nullable Connection connection;
    private boolean ended;
    private boolean muted;

    ConnectionSession(long id, Connection connection, Engine engine, Loop loop) {
        super(id);
        this.connection = connection;
        this.engine = engine;
        this.loop = loop;
    }

    static Connection connectionOf(Session session) {
        return Objects.requireNonNull(((ConnectionSession) session).connection);
    }

    void open(EmbeddedRuntime runtime) {
        runtime.open(this);
    }

    /** Tells whether the request was run; if not, much is due before it, and it has to come again. */
    boolean run(Request request, Turn turn) {
        return engine.tryToApply(this, request, turn);
    }

    /** Some of what it waits for is withdrawn, if it waits for anything. */
    boolean withdrawSome() {
        return engine.withdrawSome(this, loop.turn());
    }

    /** Whether any single request may take long, because it has very many to tell. */
    boolean mayTakeLong() {
        return engine.isHeard();
    }

    boolean isStateful() {
        return engine.isStateful(this);
    }

    boolean holdsAny() {
        return engine.holdsAny(this);
    }

    void tellWhetherItReads(boolean reads) {
        if (muted == reads && !ended) {
            muted = !reads;
            engine.mute(this, muted);
        }
    }

    /** Whether its end has begun. */
    boolean isEnded() {
        return ended;
    }

    void end() {
        ended = true;
        engine.beginEnd(this);
        goOnEnding();
    }

    /** Whoever held a hundred thousand keys does not keep the others of this loop waiting. */
    void goOnEnding() {
        Turn turn = loop.turn();
        long started = System.nanoTime();
        while (endNext(turn)) {
            if (System.nanoTime() - started > Loop.PIECE_NANOS && loop.endLater(this)) {
                return;
            }
        }
        connection = null; // what is still held must not keep the connection in memory
        loop.thread.execute(loop::settle);
    }

    /** A fault of ours in one part must not leave the others held. */
    private boolean endNext(Turn turn) {
        try {
            return engine.endNext(this, turn);
        } catch (RuntimeException bug) {
            log.error("connection {}: its session could not end as it should", id(), bug);
            return true;
        }
    }
}
