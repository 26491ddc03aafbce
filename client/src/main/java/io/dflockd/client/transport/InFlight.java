package io.dflockd.client.transport;

import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests that were sent and not answered yet. */
final class InFlight {
    private final LongObjectHashMap<Exchange> byTag = new LongObjectHashMap<>();

    void add(Exchange exchange) {
        byTag.put(exchange.tag, exchange);
    }

    @Nullable
    Exchange byTag(long tag) {
        return byTag.get(tag);
    }

    /** The one request of a connection without tags. */
    @Nullable
    Exchange only() {
        return byTag.get(0);
    }

    void remove(Exchange exchange) {
        byTag.remove(exchange.tag);
    }

    boolean isEmpty() {
        return byTag.isEmpty();
    }

    /** The one whose answer must come soonest. */
    @Nullable
    Exchange firstOverdue() {
        Exchange first = null;
        for (Exchange each : byTag.values()) {
            if (first == null || each.overdueAtNanos - first.overdueAtNanos < 0) {
                first = each;
            }
        }
        return first;
    }

    List<Exchange> all() {
        return new ArrayList<>(byTag.values());
    }

    void clear() {
        byTag.clear();
    }
}
