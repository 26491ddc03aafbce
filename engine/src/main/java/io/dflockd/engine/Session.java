package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One client as the engine sees it. When it ends, its waiters and holders go.
 *
 * <p>One thread at a time runs a session's requests, its cancellations and its end; what is here belongs to that
 * thread. What the session has in a shard belongs to whoever is inside that shard. A runtime may extend this class to
 * find the way back from a session to its connection.
 */
public class Session {
    private final long id;
    private long touchedShards; // a bit for each
    private SessionClaims @Nullable [] claims;
    private @Nullable Map<Long, Claim> parked;
    boolean showsFence;
    boolean tagged;

    @Nullable
    String stableReference;

    public Session(long id) {
        this.id = id;
    }

    public final long id() {
        return id;
    }

    /** Whether the first line of its requests has a tag. */
    public final boolean isTagged() {
        return tagged;
    }

    public final int parkedRequests() {
        return parked == null ? 0 : parked.size();
    }

    /** The parked request with this tag has its reply: the tag is free again. */
    public final void answered(long tag) {
        if (parked != null) {
            parked.remove(tag);
        }
    }

    final void park(Claim claim) {
        if (parked == null) {
            parked = new LinkedHashMap<>(4);
        }
        parked.put(claim.tag, claim);
    }

    final @Nullable Claim parked(long tag) {
        return parked == null ? null : parked.get(tag);
    }

    final List<Claim> allParked() {
        return parked == null ? List.of() : List.copyOf(parked.values());
    }

    /** What this session has in the shard. Called from inside the shard. */
    final @Nullable SessionClaims claimsOrNull(int shard) {
        return claims == null ? null : claims[shard];
    }

    final SessionClaims claims(int shard) {
        if (claims == null) {
            claims = new SessionClaims[Key.SHARDS];
        }
        if (claims[shard] == null) {
            claims[shard] = new SessionClaims();
        }
        touchedShards |= 1L << shard;
        return claims[shard];
    }

    final long touchedShards() {
        return touchedShards;
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
