package io.dflockd.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The fences of all grants. No two grants share one, and a grant of a later step has a larger one; within a step the
 * shards may take their turns in any order.
 */
final class FenceOrder {
    private final Map<Long, Long> fenceByGrant = new HashMap<>();
    private final Map<Long, Long> grantByFence = new HashMap<>();
    private final TreeMap<Long, Integer> stepByLastGrant = new TreeMap<>();
    private final TreeMap<Integer, Range> rangeByStep = new TreeMap<>();

    private record Range(long least, long most) {
        Range with(long fence) {
            return new Range(
                    Long.compareUnsigned(fence, least) < 0 ? fence : least,
                    Long.compareUnsigned(fence, most) > 0 ? fence : most);
        }

        boolean isBefore(Range other) {
            return Long.compareUnsigned(most, other.least) < 0;
        }
    }

    /** The grants up to this one belong to this step or to earlier ones. */
    void endStep(long lastGrant) {
        stepByLastGrant.putIfAbsent(lastGrant, stepByLastGrant.size());
    }

    /** Whether the fence can be that of the grant. */
    boolean learn(long grant, long fence) {
        Long known = fenceByGrant.putIfAbsent(grant, fence);
        if (known != null) {
            return known == fence;
        }
        return grantByFence.putIfAbsent(fence, grant) == null && isInOrder(stepOf(grant), fence);
    }

    private boolean isInOrder(int step, long fence) {
        Range range = rangeByStep.getOrDefault(step, new Range(fence, fence)).with(fence);
        rangeByStep.put(step, range);
        var before = rangeByStep.lowerEntry(step);
        var after = rangeByStep.higherEntry(step);
        return (before == null || before.getValue().isBefore(range))
                && (after == null || range.isBefore(after.getValue()));
    }

    private int stepOf(long grant) {
        return Objects.requireNonNull(stepByLastGrant.ceilingEntry(grant)).getValue();
    }
}
