package io.dflockd.server;

import io.dflockd.engine.Tally;
import java.util.concurrent.atomic.AtomicInteger;

/** A count that many threads keep, exact at its limit. */
final class AtomicTally implements Tally {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public boolean takeBelow(int limit) {
        int seen = count.get();
        while (seen < limit) {
            int before = count.compareAndExchange(seen, seen + 1);
            if (before == seen) {
                return true;
            }
            seen = before;
        }
        return false;
    }

    @Override
    public void giveBack() {
        count.decrementAndGet();
    }

    @Override
    public int count() {
        return count.get();
    }
}
