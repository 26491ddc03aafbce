package io.dflockd.simulation.churn;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The items that are on their way through lists: each was pushed once and may be popped once.
 *
 * <p>Delivery is at most once: who vanishes while it waits for an item may take one along, and no more than one.
 */
final class Ledger {
    private static final char MARK = '#';

    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicLong lastItem = new AtomicLong();
    private final LongAdder abandonedPops = new LongAdder();

    /** An item to be pushed to the list now. */
    String newItem(String list) {
        String item = list + MARK + lastItem.incrementAndGet();
        underWay.add(item);
        return item;
    }

    /** Takes the answer to a pop: {@code ok <item>} or {@code nil}. */
    void popped(String list, String answer) {
        if (answer.equals("nil")) {
            return;
        }
        String item = answer.substring("ok ".length());
        if (!item.startsWith(list + MARK)) {
            throw new Fault("an item of another list came out of " + list + ": " + item);
        }
        if (!underWay.remove(item)) {
            throw new Fault("an item came twice or was never pushed: " + item);
        }
    }

    /** Somebody left without waiting for the answer to a pop. */
    void popAbandoned() {
        abandonedPops.increment();
    }

    /** To be called when all lists are empty. */
    void close() {
        if (underWay.size() > abandonedPops.sum()) {
            throw new Fault("items lost: " + underWay.size() + ", but only " + abandonedPops.sum()
                    + " poppers left without an answer; one of them: "
                    + underWay.iterator().next());
        }
    }
}
