package io.dflockd.cluster.machine;

import io.dflockd.engine.Outbox;
import io.dflockd.engine.Session;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;

/** The outbox of the machine's turns: passes on what the engine says, and notices whether a request was answered. */
final class Voice implements Outbox {
    private final MachineListener listener;
    private boolean hasReplied;

    Voice(MachineListener listener) {
        this.listener = listener;
    }

    /** The next request begins. */
    void listenForReply() {
        hasReplied = false;
    }

    /** Whether the present request has been answered, well or with a fault. */
    boolean hasReplied() {
        return hasReplied;
    }

    /** Says something that the engine knows nothing of. */
    void say(Saying what) {
        try {
            what.to(listener);
        } catch (RuntimeException bug) {
            throw new ListenerFailure(bug);
        }
    }

    interface Saying {
        void to(MachineListener listener);
    }

    @Override
    public void reply(Session to, long tag, Reply reply) {
        hasReplied = true;
        if (to instanceof HostedSession hosted) {
            try {
                listener.reply(hosted, tag, reply);
            } catch (RuntimeException bug) {
                throw new ListenerFailure(bug);
            }
        }
    }

    @Override
    public void wake(Session to, long tag, Reply reply) {
        if (to instanceof HostedSession hosted) {
            say(hears -> hears.wake(hosted, tag, reply));
        }
    }

    @Override
    public void push(Session to, Push push) {
        if (to instanceof HostedSession hosted) {
            say(hears -> hears.push(hosted, push));
        }
    }

    @Override
    public void fault(Session of, long tag, Command command, RuntimeException bug) {
        hasReplied = true;
        if (of instanceof HostedSession hosted) {
            say(hears -> hears.fault(hosted, tag, command, bug));
        }
    }
}
