package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import java.util.ArrayList;
import java.util.List;

/**
 * An outbox for the request of a session that hears pushes: those that the request causes to its own session wait until
 * it is answered or parked.
 */
final class ReplyFirst implements Outbox {
    private final Session session;
    private final Outbox outbox;
    private final List<Push> waiting;
    private boolean isAnswered;

    ReplyFirst(Session session, Outbox outbox) {
        this.session = session;
        this.outbox = outbox;
        this.waiting = session.signalUnderWay == null ? new ArrayList<>(2) : session.signalUnderWay.heldBack;
    }

    @Override
    public void reply(Session to, long tag, Reply reply) {
        outbox.reply(to, tag, reply);
        pushWaiting();
    }

    @Override
    public void reject(Session to, long tag, Command command, Rejected why) {
        outbox.reject(to, tag, command, why);
        pushWaiting();
    }

    /** The request has been answered, needs no answer any more, or waits for it; unless it is to come again. */
    void requestIsRun() {
        if (session.signalUnderWay == null) {
            pushWaiting();
        } else {
            session.signalUnderWay.heldBack = waiting;
        }
    }

    private void pushWaiting() {
        isAnswered = true;
        for (Push push : waiting) {
            outbox.push(session, push);
        }
        waiting.clear();
    }

    @Override
    public void wake(Session to, long tag, Reply reply) {
        outbox.wake(to, tag, reply);
    }

    @Override
    public void fault(Session of, long tag, Command command, RuntimeException bug) {
        outbox.fault(of, tag, command, bug);
    }

    @Override
    public void push(Session to, Push push) {
        if (to == session && !isAnswered) {
            waiting.add(push);
        } else {
            outbox.push(to, push);
        }
    }
}
