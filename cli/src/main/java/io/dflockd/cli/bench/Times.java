package io.dflockd.cli.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What is told of a histogram of times. */
final class Times {
    private Times() {}

    /** By name, in nanoseconds. */
    static Map<String, Double> of(Histogram histogram) {
        Map<String, Double> times = new LinkedHashMap<>();
        times.put("mean", histogram.getMean());
        times.put("p50", (double) histogram.getValueAtPercentile(50));
        times.put("p90", (double) histogram.getValueAtPercentile(90));
        times.put("p99", (double) histogram.getValueAtPercentile(99));
        times.put("p99.9", (double) histogram.getValueAtPercentile(99.9));
        times.put("max", (double) histogram.getMaxValue());
        return times;
    }
}
