package io.dflockd.client.wire;

import io.dflockd.protocol.Request;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The slot that somebody wants to hold: of what kind and key, with how many others, and for how long without renewal.
 * The server knows the wish for it as a claim.
 *
 * @param limit how many slots the key has: 1, except for a semaphore
 * @param lease null leaves it to the server
 */
public record Slot(
        GrantKind kind, String key, int limit, @Nullable Duration lease) {
    /** Refuses what no server would accept: such a key, a limit out of range, a lease that is not positive. */
    public Slot {
        Rules.requireKey(key);
        Rules.requireCount(kind.noun(), key, "limit", limit, kind == GrantKind.SEMAPHORE ? Request.MAX_LIMIT : 1);
        if (lease != null) {
            var unused = Rules.positiveSeconds(kind.noun(), key, "lease", lease);
        }
    }

    /** This slot, but with another lease. */
    public Slot withLease(Duration wanted) {
        return new Slot(kind, key, limit, Objects.requireNonNull(wanted, "lease"));
    }

    /** In words, for messages: {@code lock 'orders' on 10.0.0.5:6388}. */
    public String on(String server) {
        return kind.noun() + " '" + key + "' on " + server;
    }

    /** The lease in whole seconds, rounded up; 0 if it is left to the server. */
    public long leaseSeconds() {
        return lease == null ? 0 : Rules.positiveSeconds(kind.noun(), key, "lease", lease);
    }
}
