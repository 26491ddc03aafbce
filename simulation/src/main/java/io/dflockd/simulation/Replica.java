package io.dflockd.simulation;

import io.dflockd.engine.Crossings;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Salts;
import io.dflockd.engine.Session;
import io.dflockd.engine.Settings;
import io.dflockd.engine.ShardGuard;
import io.dflockd.engine.Snapshot;
import io.dflockd.engine.Tally;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.dflockd.simulation.model.Frame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** An engine and its sessions, which get one input after another, by one thread. */
final class Replica {
    private final Map<Long, Session> sessions = new HashMap<>();
    private final FrameReader reader = new FrameReader();
    private final Request request = new Request();
    private final Crossings.Maps maps;
    private final KeyHash hash;
    private Engine engine;

    Replica(Settings settings, long lastFence, Crossings.Maps maps, KeyHash hash) {
        this.maps = maps;
        this.hash = hash;
        this.engine = new Engine(settings, crossings(lastFence), ShardGuard.NONE, hash);
    }

    private Crossings crossings(long lastFence) {
        return new Crossings(Fence.after(lastFence), Tally::plain, maps);
    }

    Engine engine() {
        return engine;
    }

    Session session(long id) {
        return Objects.requireNonNull(sessions.get(id));
    }

    void open(long id) {
        Session session = new Session(id);
        sessions.put(id, session);
        engine.open(session);
    }

    /** One whole frame. */
    void request(long id, byte[] frame, Turn turn) {
        Session session = session(id);
        reader.setTagged(session.isTagged());
        reader.feed(frame, 0, frame.length);
        if (reader.next() != FrameReader.Step.FRAME) {
            throw new IllegalStateException("not one whole frame: " + Arrays.toString(frame));
        }
        try {
            request.read(reader, session.isTagged());
            engine.apply(session, request, turn);
        } catch (ProtocolException malformed) {
            turn.outbox().reply(session, request.tag(), Status.ERROR.reply());
        } finally {
            reader.settle();
        }
    }

    /** Looks at everything about a key, which must change nothing. */
    void askAbout(String key, long now) {
        Session curious = new Session(Long.MAX_VALUE);
        sessions.put(curious.id(), curious);
        byte[] frame = new Frame("stats", key, "key").bytes();
        request(curious.id(), frame, new Turn(now, Salts.of(0, 0), Unheard.OUTBOX));
        sessions.remove(curious.id());
    }

    void end(long id, Turn turn) {
        engine.end(session(id), turn);
        sessions.remove(id);
    }

    byte[] snapshot() {
        return Snapshot.write(engine);
    }

    /** Goes on with an engine that was read back from a snapshot of the present one. */
    void restart() {
        byte[] snapshot = snapshot();
        sessions.clear();
        try {
            engine = Snapshot.read(
                    new ByteArrayInputStream(snapshot), crossings(0), ShardGuard.NONE, hash, this::restored);
        } catch (IOException unreadable) {
            throw new IllegalStateException("the engine cannot read its own snapshot", unreadable);
        }
        if (!Arrays.equals(snapshot, snapshot())) {
            throw new IllegalStateException("a snapshot of the restored engine differs from the one it was read from");
        }
    }

    private Session restored(long id) {
        return sessions.computeIfAbsent(id, Session::new);
    }
}
