package io.dflockd.client;

import io.dflockd.client.wire.Slot;
import java.time.Duration;

/**
 * A lock that one at a time can hold, or the reading or writing half of a {@link ReadWriteLock}.
 *
 * <pre>{@code
 * try (Grant grant = dflockd.lock("orders").acquire(Duration.ofSeconds(10))) {
 *     ledger.write(order, grant.fence());
 * }
 * }</pre>
 */
public final class Lock extends Acquirable {
    Lock(Slot slot, ServerLink server, Core core) {
        super(slot, server, core);
    }

    /**
     * This lock with another lease: how long the server waits, when it hears nothing from the holder, before it gives the
     * lock to another. It is rounded up to whole seconds, so half a second is one.
     */
    public Lock lease(Duration lease) {
        return new Lock(slot.withLease(lease), server, core);
    }

    /**
     * This lock for code that wants one of the JDK. What it locks belongs to the thread, as is usual there; it is not
     * reentrant and has no conditions, and if it is lost nobody is told: prefer a {@link Grant}.
     */
    public java.util.concurrent.locks.Lock asLock() {
        return new ThreadLock(this);
    }
}
