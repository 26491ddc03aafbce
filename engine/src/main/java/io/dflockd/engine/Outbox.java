package io.dflockd.engine;

import io.dflockd.protocol.Reply;

/**
 * Where a turn puts what it has to say.
 *
 * <p>It is called while the shard is held, so it only takes notes: it never writes to a socket and never waits. Once a
 * reply is on its way, whoever runs the session calls {@link Session#answered}.
 */
public interface Outbox {
    void reply(Session to, long tag, Reply reply);
}
