package io.dflockd.engine;

import io.dflockd.protocol.Request;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Grants of one shard that somebody took away by force: the next renewal hears that the lease is over, and not that there
 * never was such a grant. The latest are remembered, each until it is told.
 */
final class TakenAway {
    static final int MOST = 1_024;

    private final Map<Long, Long> salts = new LinkedHashMap<>(); // by fence, the oldest first

    void add(Claim claim) {
        add(claim.fence, claim.salt());
    }

    void add(long fence, long salt) {
        salts.put(fence, salt);
        if (salts.size() > MOST) {
            salts.remove(salts.keySet().iterator().next());
        }
    }

    /** Whether the token of this request was taken away. It is told once. */
    boolean tell(Request request) {
        return !salts.isEmpty()
                && request.isTokenWellFormed()
                && salts.remove(request.tokenFence(), request.tokenSalt());
    }

    /** The salts by their fences, in order. */
    Map<Long, Long> all() {
        return salts;
    }
}
