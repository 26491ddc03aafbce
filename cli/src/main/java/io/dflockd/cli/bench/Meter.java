package io.dflockd.cli.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.SingleWriterRecorder;

/** Where the connections of one event loop note what they measure. Another thread empties it now and then. */
final class Meter {
    static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
    static final int DIGITS = 3;

    private final SingleWriterRecorder latencies = new SingleWriterRecorder(LONGEST_NANOS, DIGITS);
    private final SingleWriterRecorder handOvers = new SingleWriterRecorder(LONGEST_NANOS, DIGITS);
    private final LongAdder delivered = new LongAdder();

    void answered(int requests, long nanos) {
        latencies.recordValueWithCount(Math.min(nanos, LONGEST_NANOS), requests);
    }

    void handedOver(long nanos) {
        handOvers.recordValue(Math.min(nanos, LONGEST_NANOS));
    }

    void delivered(int signals) {
        delivered.add(signals);
    }

    void emptyInto(Figures figures) {
        figures.latencies().add(latencies.getIntervalHistogram());
        figures.handOvers().add(handOvers.getIntervalHistogram());
        figures.addDelivered(delivered.sumThenReset());
    }
}
