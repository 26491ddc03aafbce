package io.dflockd.engine;

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
}
