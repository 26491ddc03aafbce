package io.dflockd.cli.bench;

import java.util.concurrent.atomic.AtomicLong;

/** How many requests may still be made, by all connections together. Who draws nothing stops. */
final class Budget {
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);

    void limit(long requests) {
        left.set(requests);
    }

    void close() {
        left.set(0);
    }

    int draw(int wanted) {
        return (int) Math.max(0, Math.min(wanted, left.getAndAdd(-wanted)));
    }
}
