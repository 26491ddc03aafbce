package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of {@code stats} about locks, semaphores and read-write locks, used and idle. */
final class LockStats {
    private record LockRow(Key key, long owner, long leaseNanos, int waiters, long fence) {}

    private record SemaphoreRow(Key key, int limit, int holders, int waiters) {}

    private record ReadWriteRow(Key key, int readers, boolean written, long fence, int waiters) {}

    private record IdleRow(Key key, long idleNanos) {}

    /** A key that was idle. The longest idle ones are not shown when there are more than allowed. */
    private record Idle(Key key, long sinceNanos, ResourceKind kind) {}

    private final Engine engine;
    private final int maxIdle;
    private final List<Key> locks = new ArrayList<>();
    private final List<Key> semaphores = new ArrayList<>();
    private final List<Key> readWriteLocks = new ArrayList<>();
    private final List<Idle> idle = new ArrayList<>();

    LockStats(Engine engine) {
        this.engine = engine;
        this.maxIdle = engine.settings().limits().maxLocks();
    }

    void add(Shard shard) {
        for (FifoResource resource : shard.resources.toList()) {
            ResourceKind kind = ResourceKind.of(resource);
            if (!resource.inUse) {
                idle.add(new Idle(resource.key, resource.lastActivityNanos, kind));
            } else {
                noted(kind).add(resource.key);
            }
        }
    }

    private List<Key> noted(ResourceKind kind) {
        return switch (kind) {
            case LOCK -> locks;
            case SEMAPHORE -> semaphores;
            case READ_WRITE -> readWriteLocks;
        };
    }

    List<StatsRows<?, ?>> arrays() {
        locks.sort(null);
        semaphores.sort(null);
        readWriteLocks.sort(null);
        List<Idle> shown = latestIdle();
        return List.of(
                new StatsRows<>("locks", locks, this::lock, LockStats::print),
                new StatsRows<>("semaphores", semaphores, this::semaphore, LockStats::print),
                new StatsRows<>("rw_locks", readWriteLocks, this::readWriteLock, LockStats::print),
                new StatsRows<>("idle_locks", only(ResourceKind.LOCK, shown), this::idle, LockStats::print),
                new StatsRows<>("idle_semaphores", only(ResourceKind.SEMAPHORE, shown), this::idle, LockStats::print));
    }

    private List<Idle> latestIdle() {
        Comparator<Idle> byKey = Comparator.comparing(Idle::key);
        if (idle.size() > maxIdle) {
            idle.sort(Comparator.comparingLong(Idle::sinceNanos).reversed().thenComparing(byKey));
            idle.subList(maxIdle, idle.size()).clear();
        }
        idle.sort(byKey);
        return idle;
    }

    private static List<Idle> only(ResourceKind kind, List<Idle> all) {
        return all.stream().filter(each -> each.kind() == kind).toList();
    }

    private @Nullable LockRow lock(Key key, long nowNanos) {
        return lookAtUsed(key, ResourceKind.LOCK, lock -> row(lock, nowNanos));
    }

    private @Nullable SemaphoreRow semaphore(Key key, long nowNanos) {
        return lookAtUsed(key, ResourceKind.SEMAPHORE, each -> {
            return new SemaphoreRow(key, ((Semaphore) each).limit, each.holders.size(), each.waiters.size());
        });
    }

    private @Nullable ReadWriteRow readWriteLock(Key key, long nowNanos) {
        return lookAtUsed(key, ResourceKind.READ_WRITE, each -> row((ReadWriteLock) each));
    }

    private @Nullable IdleRow idle(Idle noted, long nowNanos) {
        return look(noted.key, noted.kind, each -> {
            return each.inUse ? null : new IdleRow(each.key, nowNanos - each.lastActivityNanos);
        });
    }

    private <R> @Nullable R lookAtUsed(Key key, ResourceKind kind, Function<FifoResource, @Nullable R> question) {
        return look(key, kind, each -> each.inUse ? question.apply(each) : null);
    }

    /** What is there under the key, if it is of the kind of which it was when it was noted. */
    private <R> @Nullable R look(Key key, ResourceKind kind, Function<FifoResource, @Nullable R> question) {
        return engine.look(key, shard -> {
            FifoResource found = shard.resources.get(key);
            return found != null && ResourceKind.of(found) == kind ? question.apply(found) : null;
        });
    }

    private static LockRow row(FifoResource lock, long nowNanos) {
        Claim holder = lock.holders.firstOrNull();
        if (holder == null) {
            return new LockRow(lock.key, 0, 0, lock.waiters.size(), 0);
        }
        long left = holder.isLapsed() ? 0 : lock.shard.deadlines.dueAtNanos(holder) - nowNanos;
        return new LockRow(lock.key, holder.session.id(), left, lock.waiters.size(), holder.fence);
    }

    private static ReadWriteRow row(ReadWriteLock lock) {
        Claim latest = lock.holders.lastOrNull(); // fences grow in order of grant
        boolean written = lock.isWritten();
        int readers = written ? 0 : lock.holders.size();
        return new ReadWriteRow(lock.key, readers, written, latest == null ? 0 : latest.fence, lock.waiters.size());
    }

    private static void print(LockRow row, JsonObject json) {
        json.text("key", row.key).unsigned("owner_conn_id", row.owner);
        json.seconds("lease_expires_in_s", row.leaseNanos).number("waiters", row.waiters);
        printFence(row.fence, json);
    }

    private static void print(SemaphoreRow row, JsonObject json) {
        json.text("key", row.key).number("limit", row.limit);
        json.number("holders", row.holders).number("waiters", row.waiters);
    }

    private static void print(ReadWriteRow row, JsonObject json) {
        json.text("key", row.key).number("readers", row.readers).flag("writer", row.written);
        printFence(row.fence, json);
        json.number("waiters", row.waiters);
    }

    private static void print(IdleRow row, JsonObject json) {
        json.text("key", row.key).seconds("idle_s", row.idleNanos);
    }

    private static void printFence(long fence, JsonObject json) {
        if (fence != 0) {
            json.unsigned("fence", fence);
        }
    }
}
