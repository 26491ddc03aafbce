package io.dflockd.engine;

import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;

/**
 * Where a turn puts what it has to say.
 *
 * <p>It is called while the shard is held, so it only takes notes: it never writes to a socket and never waits.
 */
public interface Outbox {
    /** The answer to the request that this turn runs. */
    void reply(Session to, long tag, Reply reply);

    /**
     * The answer to a request that may have been parked since an earlier turn. Whoever runs the session calls {@link
     * Session#answered} before its next request.
     */
    void wake(Session to, long tag, Reply reply);

    /** Whether {@link #push} would take a line now. */
    boolean hasRoom(Session to);

    /** Queues a line that the session did not ask for. If its queue is full, nothing happens and the answer is no. */
    boolean push(Session to, Push push);

    /** The session does not read what it subscribed to. It is cut off soon, and ends like any other. */
    void cutOff(Session slow);
}
