package io.dflockd.server;

import io.dflockd.engine.Census;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Salts;
import io.dflockd.engine.Session;
import io.dflockd.engine.Settings;
import io.dflockd.engine.Stats;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** A runtime that runs what it was given when the test says so, as a replicated log would: one by one, in order. */
final class LateRuntime implements EngineRuntime {
    private final Engine engine = Engine.alone(Settings.DEFAULT, Fence.after(0));
    private final Map<ServerSession, Replica> replicas = new HashMap<>();
    private final Queue<Runnable> log = new ArrayDeque<>();
    private final Request request = new Request();
    private boolean isAnswered;

    /** The session as the engine has it. */
    private static final class Replica extends Session {
        private final ServerSession host;

        Replica(ServerSession host) {
            super(host.id());
            this.host = host;
        }
    }

    /** How many requests wait to be run. */
    int pending() {
        return log.size();
    }

    /** Runs everything that was submitted so far. */
    void commit() {
        for (Runnable next = log.poll(); next != null; next = log.poll()) {
            next.run();
        }
    }

    private void apply(Replica replica, byte[] frame, boolean tagged) {
        FrameReader reader = new FrameReader();
        reader.setTagged(tagged);
        reader.feed(frame, 0, frame.length);
        if (reader.next() != FrameReader.Step.FRAME) {
            throw new IllegalStateException("not one whole frame: " + Arrays.toString(frame));
        }
        try {
            request.read(reader, tagged);
        } catch (ProtocolException broken) {
            throw new IllegalStateException(broken);
        }
        isAnswered = false;
        engine.apply(replica, request, turn());
        if (!isAnswered) {
            replica.host.park();
        }
    }

    private Turn turn() {
        return new Turn(0, Salts.of(1, 2), outbox);
    }

    private final Outbox outbox = new Outbox() {
        @Override
        public void reply(Session to, long tag, Reply reply) {
            isAnswered = true;
            ((Replica) to).host.reply(tag, reply);
        }

        @Override
        public void wake(Session to, long tag, Reply reply) {
            ((Replica) to).host.wake(tag, reply);
        }

        @Override
        public void push(Session to, Push push) {
            ((Replica) to).host.push(push);
        }

        @Override
        public void fault(Session of, long tag, Command command, RuntimeException bug) {
            ((Replica) of).host.fault(tag, command, bug);
        }
    };

    private final Intake intake = new Intake() {
        @Override
        public void look() {}

        @Override
        public void open(ServerSession session, String address) {
            Replica replica = new Replica(session);
            replicas.put(session, replica);
            engine.open(replica);
        }

        @Override
        public Submission submit(ServerSession session, Request submitted) {
            if (submitted.command() == Command.PING) {
                session.reply(submitted.tag(), io.dflockd.protocol.Status.OK.reply());
                return Submission.DECIDED;
            }
            byte[] frame = Arrays.copyOfRange(submitted.memory(), submitted.frameFrom(), submitted.frameTo());
            boolean tagged = submitted.tag() != Request.NO_TAG;
            Replica replica = replica(session);
            log.add(() -> apply(replica, frame, tagged));
            return Submission.UNDER_WAY;
        }

        @Override
        public void mute(ServerSession session, boolean muted) {}

        @Override
        public boolean withdrawSome(ServerSession session) {
            Replica replica = replica(session);
            log.add(() -> engine.withdrawSome(replica, turn()));
            return false;
        }

        @Override
        public void beginEnd(ServerSession session) {
            Replica replica = replica(session);
            log.add(() -> engine.end(replica, turn()));
        }

        @Override
        public boolean endNext(ServerSession session) {
            return false;
        }

        @Override
        public boolean isStateful(ServerSession session) {
            return engine.isStateful(replica(session));
        }

        @Override
        public boolean holdsAny(ServerSession session) {
            return engine.holdsAny(replica(session));
        }

        @Override
        public boolean isParked(ServerSession session, long tag) {
            return replica(session).isParked(tag);
        }

        @Override
        public boolean mayTakeLong() {
            return false;
        }

        private Replica replica(ServerSession session) {
            return java.util.Objects.requireNonNull(replicas.get(session));
        }
    };

    @Override
    public void start() {}

    @Override
    public Intake newIntake() {
        return intake;
    }

    @Override
    public long nowNanos() {
        return 0;
    }

    @Override
    public long leaseNanos() {
        return 0;
    }

    @Override
    public long lastTimeKeptNanos() {
        return 0;
    }

    @Override
    public void dismissAll() {}

    @Override
    public Census census() {
        return engine.census();
    }

    @Override
    public int things() {
        return engine.things();
    }

    @Override
    public Stats stats() {
        return engine.notedStats();
    }

    @Override
    public Reply stats(Key key) {
        return engine.stats(key, nowNanos());
    }

    @Override
    public Reply stats(long session) {
        return engine.stats(session, nowNanos());
    }

    @Override
    public Reply summary() {
        return engine.summary();
    }

    @Override
    public void close() {}
}
