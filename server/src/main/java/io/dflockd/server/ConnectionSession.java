package io.dflockd.server;

import io.dflockd.engine.Rejected;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session of a connection. It knows the way back to it, runs its requests, and ends in steps. */
final class ConnectionSession extends ServerSession {
    /** The connection, as far as its session has to do with it. */
    interface Host {
        Outgoing outgoing();

        /** Does something on the loop's thread; whatever goes wrong there ends the connection, and nobody else's. */
        void execute(Runnable task);

        void fail(long tag, Command command, RuntimeException bug);

        void close(String why);
    }

    private static final Logger log = LoggerFactory.getLogger(ConnectionSession.class);

    private final Loop loop;
    private final Intake intake;
    private volatile @Nullable Host host; // as long as the engine finds the session
    private boolean ended;
    private boolean muted;
    private boolean isSubmitting; // belongs to the loop

    ConnectionSession(long id, Host host, Loop loop) {
        super(id);
        this.host = host;
        this.loop = loop;
        this.intake = loop.intake;
    }

    void open(String address) {
        intake.open(this, address);
    }

    Intake.Submission submit(Request request) {
        isSubmitting = true;
        try {
            return intake.submit(this, request);
        } finally {
            isSubmitting = false;
        }
    }

    @Override
    public void reply(long tag, Reply reply) {
        Host present = host;
        if (present == null) {
            return;
        }
        if (loop.thread.inEventLoop() && isSubmitting) {
            present.outgoing().reply(tag, reply);
        } else {
            present.outgoing().replyLater(tag, reply);
        }
    }

    /** The answer to a request that the runtime has no part in. From any thread. */
    void replyAside(long tag, Reply reply) {
        Host present = host;
        if (present != null) {
            present.outgoing().replyAside(tag, reply);
        }
    }

    @Override
    public void reject(long tag, Command command, Rejected why) {
        if (log.isDebugEnabled()) {
            log.debug(
                    "connection {}: {} is refused: {}, {}",
                    id(),
                    command.word(),
                    why.status().word(),
                    why.reason());
        }
        reply(tag, why.status().reply());
    }

    @Override
    public void park() {
        Host present = host;
        if (present != null) {
            present.outgoing().park();
        }
    }

    @Override
    public void wake(long tag, Reply reply) {
        Host present = host;
        if (present != null) {
            present.outgoing().wake(tag, reply);
        }
    }

    @Override
    public void push(Push push) {
        Host present = host;
        if (present != null) {
            present.outgoing().push(push);
        }
    }

    @Override
    public void fault(long tag, Command command, RuntimeException bug) {
        Host present = host;
        if (present == null) {
            return;
        }
        if (loop.thread.inEventLoop()) {
            present.fail(tag, command, bug);
        } else {
            present.execute(() -> present.fail(tag, command, bug));
        }
    }

    @Override
    public void abandon(String why) {
        Host present = host;
        if (present != null) {
            present.execute(() -> present.close(why));
        }
    }

    boolean isTagParked(long tag) {
        return intake.isParked(this, tag);
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
        long started = loop.elapsedNanos();
        while (endNext()) {
            if (loop.elapsedNanos() - started > Loop.PIECE_NANOS && loop.endLater(this)) {
                return;
            }
        }
        host = null; // what is still held must not keep the connection in memory
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
