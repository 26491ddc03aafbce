package io.dflockd.cli.bench;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What was measured in some stretch of time: how often, and how long it took, in nanoseconds. */
final class Figures {
    private final Histogram latencies = new Histogram(Meter.LONGEST_NANOS, Meter.DIGITS);
    private final Histogram handOvers = new Histogram(Meter.LONGEST_NANOS, Meter.DIGITS);
    private long delivered;
    private long nanos;

    /** Each request, from the write of its batch to its reply. */
    Histogram latencies() {
        return latencies;
    }

    /** Each hand-over of the contended lock, from the write of a release to the grant of one who waited. */
    Histogram handOvers() {
        return handOvers;
    }

    long requests() {
        return latencies.getTotalCount();
    }

    /** Signals that arrived, counted once for each listener. */
    long delivered() {
        return delivered;
    }

    /** How long the stretch was. */
    long nanos() {
        return nanos;
    }

    double seconds() {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }

    long requestsPerSecond() {
        return perSecond(requests());
    }

    long deliveredPerSecond() {
        return perSecond(delivered);
    }

    private long perSecond(long count) {
        return nanos == 0 ? 0 : Math.round(count / seconds());
    }

    void addDelivered(long more) {
        delivered += more;
    }

    void addNanos(long more) {
        nanos += more;
    }

    void add(Figures more) {
        latencies.add(more.latencies);
        handOvers.add(more.handOvers);
        delivered += more.delivered;
        nanos += more.nanos;
    }
}
