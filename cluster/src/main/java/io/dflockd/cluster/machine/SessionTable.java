package io.dflockd.cluster.machine;

import io.dflockd.engine.Engine;
import io.dflockd.engine.Origin;
import io.dflockd.engine.Turn;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The nodes and the sessions that they host: how they begin and how they end. */
final class SessionTable {
    /** How many faults of ours the end of a session survives; then the rest of it stays where it is. */
    private static final int MOST_FAULTS = 100;

    final Map<String, Node> nodes = new TreeMap<>();
    long lastSession;
    private final Engine engine;
    private final Voice voice;

    SessionTable(Engine engine, Voice voice) {
        this.engine = engine;
        this.voice = voice;
    }

    /** The node of that name, which from now on is known. */
    Node node(String name) {
        return nodes.computeIfAbsent(name, Node::new);
    }

    void open(Node node, long handle, String address, Turn turn) {
        if (node.sessions.containsKey(handle)) {
            throw new IllegalStateException("handle " + handle + " of " + node.name + " is opened twice");
        }
        HostedSession session = new HostedSession(++lastSession, node.name, node.epoch, handle);
        node.sessions.put(handle, session);
        engine.open(session, new Origin(node.name, address), turn.nowNanos());
        if (node.isDismissed) {
            engine.dismiss(List.of(session), turn);
        }
    }

    /** Only the sessions of this node, and those that it opens from now on. */
    void dismiss(Node node, Turn turn) {
        node.isDismissed = true;
        engine.dismiss(List.copyOf(node.sessions.values()), turn);
    }

    void end(HostedSession session, Turn turn) {
        node(session.node()).sessions.remove(session.handle());
        endAll(List.of(session), turn);
    }

    /** The life of the node is over. */
    void end(Node node, Turn turn) {
        boolean wasPresent = node.isPresent;
        List<HostedSession> sessions = node.sessionsInOrder();
        node.isPresent = false;
        node.sessions.clear();
        endAll(sessions, turn);
        if (wasPresent) {
            voice.say(listener -> listener.gone(node.name, node.epoch));
        }
    }

    /** They all begin to end before the first gives anything up, so that none of them wins what another leaves. */
    private void endAll(Collection<HostedSession> sessions, Turn turn) {
        sessions.forEach(engine::beginEnd);
        for (HostedSession session : sessions) {
            finishEnd(session, turn);
            voice.say(listener -> listener.ended(session));
        }
    }

    /** A fault of ours in one part must not leave the others held. */
    private void finishEnd(HostedSession session, Turn turn) {
        boolean more = true;
        for (int faults = 0; more && faults < MOST_FAULTS; ) {
            try {
                more = engine.endNext(session, turn);
            } catch (RuntimeException bug) {
                faults++;
                voice.say(listener -> listener.faultBeside(session, "the end of a session", bug));
            }
        }
    }

    @Nullable
    HostedSession find(String node, long handle) {
        Node host = nodes.get(node);
        return host == null ? null : host.sessions.get(handle);
    }
}
