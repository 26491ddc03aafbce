package io.dflockd.client.wire;

import io.dflockd.protocol.Request;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to hold: a kind, a key, how many may hold it at once, and for how long without renewal.
 *
 * @param limit 1, except for a semaphore
 * @param lease null leaves it to the server
 */
public record Claim(
        GrantKind kind, String key, int limit, @Nullable Duration lease) {
    /** Refuses what no server would accept: such a key, a limit out of range, a lease that is not positive. */
    public Claim {
        Rules.requireKey(key);
        Rules.requireCount(kind.noun(), key, "limit", limit, kind == GrantKind.SEMAPHORE ? Request.MAX_LIMIT : 1);
        if (lease != null) {
            var unused = Rules.positiveSeconds(kind.noun(), key, "lease", lease);
        }
    }

    /** This, but with another lease. */
    public Claim withLease(Duration wanted) {
        return new Claim(kind, key, limit, Objects.requireNonNull(wanted, "lease"));
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
