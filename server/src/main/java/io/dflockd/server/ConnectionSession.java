package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session of a connection. It knows the way back to it, runs its requests, and ends in steps. */
final class ConnectionSession extends ServerSession {
    private static final Logger log = LoggerFactory.getLogger(ConnectionSession.class);

    private final Loop loop;
    private final Intake intake;
    private @Nullable Connection connection; // as long as the engine finds the session
    private boolean ended;
    private boolean muted;

    ConnectionSession(long id, Connection connection, Loop loop) {
        super(id);
        this.connection = connection;
        this.loop = loop;
        this.intake = loop.intake;
    }

    private Connection connection() {
        return Objects.requireNonNull(connection);
    }

    void open() {
        intake.open(this);
    }

    /** Tells whether the request was run; if not, much is due before it, and it has to come again. */
    boolean run(Request request) {
        return intake.submit(this, request);
    }

    @Override
    void reply(long tag, Reply reply) {
        if (!loop.thread.inEventLoop()) {
            throw new IllegalStateException("a request of " + this + " runs outside its event loop");
        }
        connection().outgoing().reply(tag, reply);
    }

    @Override
    void wake(long tag, Reply reply) {
        connection().outgoing().wake(tag, reply);
    }

    @Override
    void push(Push push) {
        connection().outgoing().push(push);
    }

    @Override
    void fault(long tag, Command command, RuntimeException bug) {
        connection().fail(tag, command, bug);
    }

    /** Some of what it waits for is withdrawn. Tells whether there is more. */
    boolean withdrawSome() {
        return intake.withdrawSome(this);
    }

    /** Whether any single request may take long, because it has very many to tell. */
    boolean mayTakeLong() {
        return intake.mayTakeLong();
    }

    boolean isStateful() {
        return intake.isStateful(this);
    }

    boolean holdsAny() {
        return intake.holdsAny(this);
    }

    void tellWhetherItReads(boolean reads) {
        if (muted == reads && !ended) {
            muted = !reads;
            intake.mute(this, muted);
        }
    }

    /** Whether its end has begun. */
    boolean isEnded() {
        return ended;
    }

    void end() {
        ended = true;
        intake.beginEnd(this);
        goOnEnding();
    }

    /** Whoever held a hundred thousand keys does not keep the others of this loop waiting. */
    void goOnEnding() {
        intake.look();
        long started = System.nanoTime();
        while (endNext()) {
            if (System.nanoTime() - started > Loop.PIECE_NANOS && loop.endLater(this)) {
                return;
            }
        }
        connection = null; // what is still held must not keep the connection in memory
        loop.thread.execute(loop::settle);
    }

    /** A fault of ours in one part must not leave the others held. */
    private boolean endNext() {
        try {
            return intake.endNext(this);
        } catch (RuntimeException bug) {
            log.error("connection {}: its session could not end as it should", id(), bug);
            return true;
        }
    }
}
