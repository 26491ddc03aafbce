package io.dflockd.simulation;

import io.dflockd.engine.Audit;
import io.dflockd.engine.Census;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Session;
import io.dflockd.engine.Settings;
import io.dflockd.engine.Snapshot;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.dflockd.simulation.model.Answer;
import io.dflockd.simulation.model.Frame;
import io.dflockd.simulation.model.Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The engine under simulation, driven as the server's runtime drives it, by one thread. */
final class EngineServer implements Server, Outbox {
    private final Settings settings;
    private final Dice salts;
    private final Map<Long, Session> sessions = new HashMap<>();
    private final FrameReader reader = new FrameReader();
    private final Request request = new Request();
    private final List<Answer> answers = new ArrayList<>();
    private final Set<Long> deaf = new HashSet<>();
    private final Set<Long> slow = new TreeSet<>();
    private Engine engine;

    EngineServer(Settings settings, long lastFence, Dice salts) {
        this.settings = settings;
        this.salts = salts;
        this.engine = Engine.alone(settings, Fence.after(lastFence));
    }

    @Override
    public void open(long id) {
        Session session = new Session(id);
        sessions.put(id, session);
        engine.open(session);
    }

    @Override
    public void request(long id, Frame frame, long now) {
        Session session = session(id);
        byte[] bytes = frame.bytes();
        reader.setTagged(session.isTagged());
        reader.feed(bytes, 0, bytes.length);
        if (reader.next() != FrameReader.Step.FRAME) {
            throw new IllegalStateException("not one whole frame: " + frame);
        }
        try {
            request.read(reader, session.isTagged());
            engine.apply(session, request, turn(now));
        } catch (ProtocolException malformed) {
            reply(session, request.tag(), Status.ERROR.reply());
        } finally {
            reader.settle();
        }
    }

    @Override
    public void stopReading(long id) {
        deaf.add(id);
        engine.mute(session(id), true);
    }

    @Override
    public void end(long id, long now) {
        engine.end(session(id), turn(now));
        sessions.remove(id);
    }

    @Override
    public void passTime(long now) {
        engine.passTime(turn(now));
    }

    @Override
    public void sweep(long now) {
        engine.sweep(turn(now));
    }

    @Override
    public void collect(long now) {
        engine.collect(turn(now));
    }

    @Override
    public void drain(long now) {
        engine.drain(turn(now));
    }

    @Override
    public Set<Long> takeSlow() {
        Set<Long> taken = Set.copyOf(slow);
        slow.clear();
        return taken;
    }

    @Override
    public List<Answer> takeAnswers() {
        List<Answer> taken = List.copyOf(answers);
        answers.clear();
        return taken;
    }

    /** Goes on with an engine that was read back from a snapshot of the present one. */
    void restart() {
        byte[] snapshot = Snapshot.write(engine);
        sessions.clear();
        try {
            engine = Snapshot.read(snapshot, settings, this::restored);
        } catch (IOException unreadable) {
            throw new IllegalStateException("the engine cannot read its own snapshot", unreadable);
        }
        if (!Arrays.equals(snapshot, Snapshot.write(engine))) {
            throw new IllegalStateException("a snapshot of the restored engine differs from the one it was read from");
        }
    }

    private Session restored(long id) {
        return sessions.computeIfAbsent(id, Session::new);
    }

    void audit() {
        Audit.check(engine);
    }

    /** Whether nobody is there and nothing is remembered, except so many keys of data. */
    boolean isEmptyExcept(int keys) {
        Census census = engine.census();
        return census.isQuiet() && census.resources() == 0 && census.keys() == keys;
    }

    @Override
    public String toString() {
        return engine.census().toString();
    }

    private Session session(long id) {
        return Objects.requireNonNull(sessions.get(id));
    }

    private Turn turn(long now) {
        return new Turn(now, salts::any, this);
    }

    @Override
    public void reply(Session to, long tag, Reply reply) {
        String line = bytes(reply.line());
        answers.add(new Answer(to.id(), tag == Request.NO_TAG ? line : tag + " " + line));
    }

    /** The line as a string of bytes, like those of a {@link Frame}. */
    private static String bytes(String line) {
        return new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void push(Session to, Push push) {
        if (deaf.contains(to.id())) {
            slow.add(to.id());
        } else {
            answers.add(new Answer(to.id(), bytes(push.line())));
        }
    }

    @Override
    public void wake(Session to, long tag, Reply reply) {
        reply(to, tag, reply);
    }
}
