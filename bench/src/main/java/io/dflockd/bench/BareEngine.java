package io.dflockd.bench;

import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Session;
import io.dflockd.engine.Settings;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/**
 * An engine without a server, driven by the bytes of requests. Time moves a little with every request, and as in the
 * server sixteen of them, a pipelined batch, share a turn. Every reply is checked, so that no error is measured.
 */
final class BareEngine {
    private static final int BATCH = 16;
    private static final long NANOS_PER_BATCH = 16_000;

    private final Fence fence = Fence.after(0);
    private final Engine engine;
    private final FrameReader reader = new FrameReader();
    private final Request request = new Request();
    private final Answers answers = new Answers();
    private long nowNanos;
    private int requests;
    private int sessions;
    private Turn turn = new Turn(0, () -> 0, answers);

    BareEngine() {
        this.engine = Engine.alone(Settings.DEFAULT.withMaxLocks(4_000_000), fence);
    }

    /** One thread's way into an engine that others use too. Its sessions are numbered from there. */
    BareEngine(Engine shared, int firstSession) {
        this.engine = shared;
        this.sessions = firstSession;
    }

    Session open() {
        Session session = new Session(++sessions);
        engine.open(session);
        return session;
    }

    /** What was set up moves out of the collector's way, or the first that is measured would be its moving. */
    static void settle() {
        System.gc();
    }

    /** Runs a request that must be answered at once with this status. */
    void run(Session session, Frame frame, Status expected) {
        answers.last = null;
        run(session, frame);
        Reply reply = answers.last;
        if (reply == null || reply.status() != expected) {
            throw new IllegalStateException("expected " + expected + " but the reply is " + reply);
        }
    }

    /** Runs a request that must wait. */
    void park(Session session, Frame frame) {
        answers.last = null;
        run(session, frame);
        if (answers.last != null) {
            throw new IllegalStateException("expected no reply but it is " + answers.last);
        }
    }

    private void run(Session session, Frame frame) {
        if (++requests % BATCH == 0) {
            nowNanos += NANOS_PER_BATCH;
            turn = new Turn(nowNanos, () -> 0, answers);
        }
        reader.feed(frame.bytes, 0, frame.bytes.length);
        if (reader.next() != FrameReader.Step.FRAME) {
            throw new IllegalStateException("not a frame");
        }
        try {
            request.read(reader, false);
        } catch (ProtocolException broken) {
            throw new IllegalStateException(broken);
        }
        engine.apply(session, request, turn);
        reader.settle();
    }

    /** The number of the grant that was made last. */
    long lastFence() {
        return fence.last();
    }

    /** How many parked requests were answered, and how many lines pushed, so far. */
    long woken() {
        return answers.woken;
    }

    long pushed() {
        return answers.pushed;
    }

    private static final class Answers implements Outbox {
        @Nullable
        Reply last;

        long woken;
        long pushed;

        @Override
        public void reply(Session to, long tag, Reply reply) {
            last = reply;
        }

        @Override
        public void wake(Session to, long tag, Reply reply) {
            woken++;
        }

        @Override
        public void fault(Session of, long tag, Command command, RuntimeException bug) {
            throw bug;
        }

        @Override
        public void push(Session to, Push push) {
            pushed++;
        }
    }
}
