package io.dflockd.cli.bench;

import java.util.List;

/** {@code incr} on keys of its own. A counter that is 0 again is forgotten by the server. */
final class Counters extends Questions {
    private final Keys keys;

    Counters(Keys keys, int depth, Budget budget, Meter meter) {
        super(keys.each("incr", "1"), depth, budget, meter);
        this.keys = keys;
    }

    @Override
    List<Request> tidying() {
        return keys.each("cset", "0");
    }
}
