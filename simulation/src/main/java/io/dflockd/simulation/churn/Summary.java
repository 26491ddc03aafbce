package io.dflockd.simulation.churn;

import java.util.Locale;

/** What a run that went well came to. */
record Summary(Counts counts, long firstHeapKib, long lastHeapKib) {
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "all well: %s, heap %,d KiB, then %,d KiB", counts, firstHeapKib, lastHeapKib);
    }
}
