package io.dflockd.cluster.machine;

import io.dflockd.engine.Engine;
import io.dflockd.engine.Tally;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/**
 * Runs the records of a sub-batch, one after another. A record about a session that has ended meanwhile is nobody's any
 * more, and does nothing.
 */
final class HostRecords {
    private final Engine engine;
    private final SessionTable table;
    private final Voice voice;
    private final Tally faults;
    private final FrameReader reader = new FrameReader();
    private final Request request = new Request();
    long requestsRun; // no part of the state

    HostRecords(Engine engine, SessionTable table, Voice voice, Tally faults) {
        this.engine = engine;
        this.table = table;
        this.voice = voice;
        this.faults = faults;
        reader.setValueCap(FrameReader.LARGEST_VALUE_CAP); // each node has checked the caps of its own
    }

    void runAll(Node node, ByteInput records, Turn turn) {
        while (!records.isAtEnd()) {
            HostRecord record = HostRecord.readFrom(records);
            HostedSession session = node.sessions.get(record.handle());
            try {
                run(record, node, session, turn);
            } catch (UnreadableEntryException unreadable) {
                throw unreadable;
            } catch (RuntimeException bug) {
                endAfter(bug, record, session, turn);
            }
        }
    }

    /** What fails here fails on every replica, so the end of its session needs no record of its own. */
    private void endAfter(RuntimeException bug, HostRecord record, @Nullable HostedSession session, Turn turn) {
        faults.takeBelow(Integer.MAX_VALUE);
        reader.discard();
        voice.say(listener -> listener.faultBeside(session, "a record of type " + record.type(), bug));
        if (session != null && table.find(session.node(), session.handle()) == session) {
            table.end(session, turn);
        }
    }

    private void run(HostRecord record, Node node, @Nullable HostedSession session, Turn turn) {
        if (record.type() == RecordType.OPEN) {
            table.open(node, record.handle(), record.text().readRest(), turn);
        } else if (record.type() == RecordType.DISMISS) {
            table.dismiss(node, turn);
        } else if (session != null) {
            run(record, session, turn);
        }
    }

    private void run(HostRecord record, HostedSession session, Turn turn) {
        switch (record.type()) {
            case REQUEST -> request(record, session, turn);
            case CLOSE -> table.end(session, turn);
            case WITHDRAW -> withdraw(session, turn);
            case MUTE -> engine.mute(session, true);
            case UNMUTE -> engine.mute(session, false);
            default -> throw new IllegalStateException("no record of a host: " + record.type());
        }
    }

    private void withdraw(HostedSession session, Turn turn) {
        while (engine.withdrawSome(session, turn)) {} // all in this entry
    }

    private void request(HostRecord record, HostedSession session, Turn turn) {
        requestsRun++;
        ByteInput lines = record.text();
        reader.setTagged(record.tagged());
        reader.feed(lines.memory(), lines.position(), lines.end());
        if (reader.next() != FrameReader.Step.FRAME) {
            throw UnreadableEntryException.damaged("a request that is not one whole frame");
        }
        voice.listenForReply();
        try {
            request.read(reader, record.tagged());
            engine.apply(session, request, turn);
        } catch (ProtocolException malformed) {
            turn.outbox().reply(session, request.tag(), Status.ERROR.reply()); // its node should not have taken it
        }
        long tag = request.tag();
        reader.settle();
        if (reader.pending() > 0) {
            throw UnreadableEntryException.damaged("a request that is more than one frame");
        }
        if (!voice.hasReplied() && session.isParked(tag)) {
            voice.say(listener -> listener.parked(session, tag));
        }
    }
}
