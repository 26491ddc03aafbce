package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;

/**
 * Where a turn puts what it has to say.
 *
 * <p>It only listens: nothing comes back, so what becomes of a line cannot change the state. It is called while the
 * shard is held, so it takes notes: it never writes to a socket and never waits.
 */
public interface Outbox {
    /** The answer to the request that this turn runs. */
    void reply(Session to, long tag, Reply reply);

    /** The answer to the request that this turn runs, if a rule forbids it. Nothing has changed. */
    default void reject(Session to, long tag, Command command, Rejected why) {
        reply(to, tag, why.status().reply());
    }

    /** The answer to a request that has been parked, perhaps since an earlier turn. */
    void wake(Session to, long tag, Reply reply);

    /**
     * A line that the session did not ask for. Whoever hosts the session may have no room for it; then it ends the
     * session, sooner or later.
     */
    void push(Session to, Push push);

    /**
     * A request could not be run because of a fault of the engine. Whoever hosts the session answers it with an error,
     * whatever its answer was to be, and ends the session: others go on with what it leaves.
     */
    void fault(Session of, long tag, Command command, RuntimeException bug);
}
