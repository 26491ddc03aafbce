package io.dflockd.server;

import io.dflockd.engine.Session;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;

/**
 * A session that somebody here hosts: a connection today. What the engine has to say to it arrives here.
 *
 * <p>Each of these may be called while a shard is held: it takes notes, and neither writes nor waits.
 */
abstract class ServerSession extends Session {
    ServerSession(long id) {
        super(id);
    }

    /** The answer to the request that is being run, on the thread that runs it. */
    abstract void reply(long tag, Reply reply);

    /** The answer to a request that was parked. From any thread. */
    abstract void wake(long tag, Reply reply);

    /** A line that was not asked for. From any thread. */
    abstract void push(Push push);

    /** The request could not be run because of a fault of ours: it is answered with an error, and the session ends. */
    abstract void fault(long tag, Command command, RuntimeException bug);
}
