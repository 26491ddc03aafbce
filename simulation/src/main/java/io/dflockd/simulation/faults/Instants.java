package io.dflockd.simulation.faults;

import java.util.Arrays;

/** Instants in order, to count how many of them lie before another. */
final class Instants {
    private final long[] sorted;

    Instants(long[] nanos) {
        sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    int before(long nanos) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
