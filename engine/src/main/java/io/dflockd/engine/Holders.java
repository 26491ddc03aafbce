package io.dflockd.engine;

import io.dflockd.protocol.Request;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The holders of one resource in order of grant. A few are found by looking at each; many get an index. */
final class Holders extends Chain<Claim> {
    private static final int FEW = 8;

    /** How many of them have lapsed. With any, the resource stands in that chain of its shard. */
    int lapsed;

    private @Nullable Map<Long, Claim> byFence;

    @Override
    void addLast(Claim claim) {
        super.addLast(claim);
        if (byFence != null) {
            byFence.put(claim.fence, claim);
        } else if (size() > FEW) {
            byFence = new HashMap<>();
            for (Claim each = firstOrNull(); each != null; each = each.next) {
                byFence.put(each.fence, each);
            }
        }
    }

    @Override
    void remove(Claim claim) {
        super.remove(claim);
        if (byFence != null) {
            byFence.remove(claim.fence);
            if (isEmpty()) {
                byFence = null;
            }
        }
    }

    /** How many of them hold by a lease that still runs. */
    int unlapsed() {
        return size() - lapsed;
    }

    /** The holder with this fence. */
    @Nullable
    Claim find(long fence) {
        if (byFence != null) {
            return byFence.get(fence);
        }
        for (Claim each = firstOrNull(); each != null; each = each.next) {
            if (each.fence == fence) {
                return each;
            }
        }
        return null;
    }

    /** The holder with the token of this request. */
    @Nullable
    Claim find(Request request) {
        if (byFence != null) {
            Claim claim = byFence.get(request.tokenFence());
            return claim != null && claim.hasToken(request) ? claim : null;
        }
        for (Claim each = firstOrNull(); each != null; each = each.next) {
            if (each.hasToken(request)) {
                return each;
            }
        }
        return null;
    }
}
