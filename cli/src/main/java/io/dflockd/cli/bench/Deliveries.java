package io.dflockd.cli.bench;

import java.util.concurrent.atomic.LongAdder;

/** Whether every signal has reached all whom the server promised it to. */
final class Deliveries {
    private final LongAdder promised = new LongAdder();
    private final LongAdder arrived = new LongAdder();

    void promised(int receivers) {
        promised.add(receivers);
    }

    void arrived(int signals) {
        arrived.add(signals);
    }

    long missing() {
        return promised.sum() - arrived.sum();
    }
}
