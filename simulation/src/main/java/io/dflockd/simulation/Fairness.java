package io.dflockd.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** First come, first served: on every key the fences of the grants grow in the order in which they were asked for. */
final class Fairness {
    private final Map<String, TreeMap<Long, Long>> fenceByArrival = new HashMap<>();

    void granted(String key, long arrival, long fence) {
        TreeMap<Long, Long> fences = fenceByArrival.computeIfAbsent(key, none -> new TreeMap<>());
        fences.put(arrival, fence);
        var before = fences.lowerEntry(arrival);
        var after = fences.higherEntry(arrival);
        boolean fair = (before == null || Long.compareUnsigned(before.getValue(), fence) < 0)
                && (after == null || Long.compareUnsigned(fence, after.getValue()) < 0);
        if (!fair) {
            throw new Disagreement("grants of " + key + " do not follow the order of arrival: " + fences);
        }
    }
}
