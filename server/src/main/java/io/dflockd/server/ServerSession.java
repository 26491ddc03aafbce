package io.dflockd.server;

import io.dflockd.engine.Rejected;
import io.dflockd.engine.Session;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;

/**
 * A session that somebody here hosts: a connection today. What the engine has to say to it arrives here, in the order in
 * which it was said.
 *
 * <p>Each of these may be called while a shard is held: it takes notes, and neither writes nor waits. Once its end has
 * begun, a session hears nothing any more.
 */
public abstract class ServerSession extends Session {
    protected ServerSession(long id) {
        super(id);
    }

    /**
     * The answer to a request. Either it comes on the thread that {@linkplain Intake#submit submits} it, before that
     * returns; or later, from any thread, to the first of those that are under way.
     */
    public abstract void reply(long tag, Reply reply);

    /** The first of the requests that are under way is parked: its answer comes by {@link #wake}. From any thread. */
    public abstract void park();

    /** The answer to a request that a rule forbids, with the reason; it comes when a {@link #reply} would. */
    public void reject(long tag, Command command, Rejected why) {
        reply(tag, why.status().reply());
    }

    /** The answer to a request that was parked. From any thread. */
    public abstract void wake(long tag, Reply reply);

    /** A line that was not asked for. From any thread. */
    public abstract void push(Push push);

    /** A request could not be run because of a fault of ours: it is answered with an error, and the session ends. */
    public abstract void fault(long tag, Command command, RuntimeException bug);

    /** Nobody can tell what became of its requests, or it is not served here any more: it ends. From any thread. */
    public abstract void abandon(String why);
}
