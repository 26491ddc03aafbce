package io.dflockd.simulation.churn;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** The memory that is really in use. */
final class Heap {
    private static final int BYTES_PER_KIB = 1_024;

    private Heap() {}

    static long usedKib() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed() / BYTES_PER_KIB;
    }
}
