package io.dflockd.engine;

import io.dflockd.protocol.Request;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The holders of one resource in order of grant. A few are found by looking at each; many get an index. */
final class Holders {
    private static final int FEW = 8;

    private final Chain<Claim> inOrder = new Chain<>();
    private @Nullable Map<Long, Claim> byFence;

    boolean isEmpty() {
        return inOrder.isEmpty();
    }

    int size() {
        return inOrder.size();
    }

    @Nullable
    Claim firstOrNull() {
        return inOrder.firstOrNull();
    }

    Chain<Claim> inOrder() {
        return inOrder;
    }

    void add(Claim claim) {
        inOrder.addLast(claim);
        if (byFence != null) {
            byFence.put(claim.fence, claim);
        } else if (inOrder.size() > FEW) {
            byFence = new HashMap<>();
            for (Claim each = inOrder.firstOrNull(); each != null; each = each.next) {
                byFence.put(each.fence, each);
            }
        }
    }

    void remove(Claim claim) {
        inOrder.remove(claim);
        if (byFence != null) {
            byFence.remove(claim.fence);
            if (inOrder.isEmpty()) {
                byFence = null;
            }
        }
    }

    /** The holder with the token of this request. */
    @Nullable
    Claim find(Request request) {
        if (byFence != null) {
            Claim claim = byFence.get(request.tokenFence());
            return claim != null && claim.hasToken(request) ? claim : null;
        }
        for (Claim each = inOrder.firstOrNull(); each != null; each = each.next) {
            if (each.hasToken(request)) {
                return each;
            }
        }
        return null;
    }
}
