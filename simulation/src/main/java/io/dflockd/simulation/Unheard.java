package io.dflockd.simulation;

import io.dflockd.engine.Outbox;
import io.dflockd.engine.Session;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;

/** Where lines go that nobody hears. */
enum Unheard implements Outbox {
    OUTBOX;

    @Override
    public void reply(Session to, long tag, Reply reply) {}

    @Override
    public void wake(Session to, long tag, Reply reply) {}

    @Override
    public void fault(Session of, long tag, Command command, RuntimeException bug) {
        throw bug;
    }

    @Override
    public void push(Session to, Push push) {}
}
