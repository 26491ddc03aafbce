package io.dflockd.server;

import io.dflockd.engine.Outbox;
import io.dflockd.engine.Rejected;
import io.dflockd.engine.Session;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;

/** The outbox of every turn: what is said to a session goes to whoever hosts it. */
enum HostedOutbox implements Outbox {
    OUTBOX;

    @Override
    public void reply(Session to, long tag, Reply reply) {
        ((ServerSession) to).reply(tag, reply);
    }

    @Override
    public void reject(Session to, long tag, Command command, Rejected why) {
        ((ServerSession) to).reject(tag, command, why);
    }

    @Override
    public void wake(Session to, long tag, Reply reply) {
        ((ServerSession) to).wake(tag, reply);
    }

    @Override
    public void push(Session to, Push push) {
        ((ServerSession) to).push(push);
    }

    @Override
    public void fault(Session of, long tag, Command command, RuntimeException bug) {
        ((ServerSession) of).fault(tag, command, bug);
    }
}
