package io.dflockd.server;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The part of the heap in which objects live long: the old generation, or all of it where there are no generations. */
final class LongLived {
    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
            .toList();

    /** The most that it may ever hold. */
    long maxBytes() {
        long sum = pools.stream().mapToLong(pool -> pool.getUsage().getMax()).sum();
        return Math.min(sum, Runtime.getRuntime().maxMemory());
    }

    long usedBytes() {
        return usedBytes(
                pools.stream().collect(Collectors.toMap(MemoryPoolMXBean::getName, MemoryPoolMXBean::getUsage)));
    }

    /** Its part of what all pools use. */
    long usedBytes(Map<String, MemoryUsage> byPool) {
        return pools.stream()
                .map(pool -> byPool.get(pool.getName()))
                .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
                .sum();
    }
}
