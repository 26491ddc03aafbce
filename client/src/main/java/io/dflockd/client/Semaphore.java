package io.dflockd.client;

import io.dflockd.client.wire.Slot;
import java.time.Duration;

/**
 * A number of slots, each of which one can hold. Whoever uses it first fixes how many there are.
 *
 * <pre>{@code
 * try (Grant slot = dflockd.semaphore("pool", 5).acquire(Duration.ofSeconds(10))) {
 *     fetch(page);
 * }
 * }</pre>
 */
public final class Semaphore extends Acquirable {
    Semaphore(Slot slot, ServerLink server, Core core) {
        super(slot, server, core);
    }

    /** How many can hold a slot at a time. */
    public int limit() {
        return slot.limit();
    }

    /**
     * This semaphore with another lease: how long the server waits, when it hears nothing from a holder, before it gives
     * the slot to another. It is rounded up to whole seconds, so half a second is one.
     */
    public Semaphore lease(Duration lease) {
        return new Semaphore(slot.withLease(lease), server, core);
    }
}
