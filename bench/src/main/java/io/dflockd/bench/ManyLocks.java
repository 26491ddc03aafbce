package io.dflockd.bench;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds many locks with short leases on one connection, and tells how many were lost and what the renewals cost. */
final class ManyLocks {
    private static final double MOST_LOAD = 10; // per cent of a core

    private ManyLocks() {}

    /** Arguments: port, number of locks, lease in seconds, how many seconds to hold them. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[1]);
        Duration lease = Duration.ofSeconds(Integer.parseInt(args[2]));
        Duration time = Duration.ofSeconds(Integer.parseInt(args[3]));
        AtomicInteger lost = new AtomicInteger();
        Goals goals = new Goals();
        try (Dflockd dflockd = Dflockd.connect("127.0.0.1:" + args[0])) {
            List<Grant> grants = acquire(dflockd, count, lease);
            grants.forEach(grant -> grant.onLost(reason -> lost.incrementAndGet()));
            long cpuBefore = cpuNanos();
            long began = System.nanoTime();
            Thread.sleep(time.toMillis());
            double load = 100.0 * (cpuNanos() - cpuBefore) / (System.nanoTime() - began);
            long held = grants.stream().filter(Grant::isHeld).count();
            System.out.printf(
                    "%d locks with leases of %d s, %d s: %d held, %d lost, %.1f %% of a core%n",
                    count, lease.toSeconds(), time.toSeconds(), held, lost.get(), load);
            goals.none("locks lost", Math.max(lost.get(), count - held));
            goals.below(MOST_LOAD, "per cent of a core", load);
            grants.forEach(Grant::releaseAsync);
        }
        System.exit(goals.tell());
    }

    private static List<Grant> acquire(Dflockd dflockd, int count, Duration lease) {
        List<CompletableFuture<Grant>> attempts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            attempts.add(dflockd.lock("held-" + i).lease(lease).acquireAsync(Duration.ofSeconds(5)));
        }
        return attempts.stream().map(CompletableFuture::join).toList();
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
