package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rows of {@code stats} about locks, semaphores and read-write locks, used and idle. */
final class LockStats {
    private record LockRow(Key key, long owner, long leaseNanos, int waiters, long fence) {}

    private record SemaphoreRow(Key key, int limit, int holders, int waiters) {}

    private record ReadWriteRow(Key key, int readers, boolean written, long fence, int waiters) {}

    /** An idle resource. The longest idle ones are not shown when there are more than allowed. */
    private record IdleRow(Key key, long sinceNanos, Kind kind) {
        enum Kind {
            LOCK,
            SEMAPHORE,
            READ_WRITE
        }
    }

    private final long nowNanos;
    private final int maxIdle;
    private final List<LockRow> locks = new ArrayList<>();
    private final List<SemaphoreRow> semaphores = new ArrayList<>();
    private final List<ReadWriteRow> readWriteLocks = new ArrayList<>();
    private final List<IdleRow> idle = new ArrayList<>();

    LockStats(long nowNanos, int maxIdle) {
        this.nowNanos = nowNanos;
        this.maxIdle = maxIdle;
    }

    void add(Shard shard) {
        for (FifoResource resource : shard.resources.toList()) {
            if (!resource.inUse) {
                addIdle(resource);
            } else if (resource instanceof ReadWriteLock lock) {
                addReadWrite(lock);
            } else if (resource instanceof Semaphore semaphore && semaphore.limit > 1) {
                semaphores.add(new SemaphoreRow(
                        semaphore.key, semaphore.limit, semaphore.holders.size(), semaphore.waiters.size()));
            } else {
                addLock(resource);
            }
        }
    }

    private void addLock(FifoResource lock) {
        Claim holder = lock.holders.firstOrNull();
        if (holder == null) {
            locks.add(new LockRow(lock.key, 0, 0, lock.waiters.size(), 0));
            return;
        }
        long left = holder.isLapsed() ? 0 : lock.shard.deadlines.dueAtNanos(holder) - nowNanos;
        locks.add(new LockRow(lock.key, holder.session.id(), left, lock.waiters.size(), holder.fence));
    }

    private void addReadWrite(ReadWriteLock lock) {
        long highest = 0;
        for (Claim each = lock.holders.firstOrNull(); each != null; each = each.next) {
            highest = each.fence; // fences grow in order of grant
        }
        boolean written = lock.isWritten();
        int readers = written ? 0 : lock.holders.size();
        readWriteLocks.add(new ReadWriteRow(lock.key, readers, written, highest, lock.waiters.size()));
    }

    private void addIdle(FifoResource resource) {
        IdleRow.Kind kind = IdleRow.Kind.READ_WRITE;
        if (resource instanceof Semaphore semaphore) {
            kind = semaphore.limit == 1 ? IdleRow.Kind.LOCK : IdleRow.Kind.SEMAPHORE;
        }
        idle.add(new IdleRow(resource.key, resource.lastActivityNanos, kind));
    }

    void print(JsonObject json) {
        locks.sort(Comparator.comparing(LockRow::key));
        semaphores.sort(Comparator.comparing(SemaphoreRow::key));
        readWriteLocks.sort(Comparator.comparing(ReadWriteRow::key));
        List<IdleRow> shown = latestIdle();

        json.array("locks", locks, LockStats::print);
        json.array("semaphores", semaphores, LockStats::print);
        json.array("rw_locks", readWriteLocks, LockStats::print);
        json.array("idle_locks", only(IdleRow.Kind.LOCK, shown), this::print);
        json.array("idle_semaphores", only(IdleRow.Kind.SEMAPHORE, shown), this::print);
    }

    private List<IdleRow> latestIdle() {
        idle.sort(Comparator.comparingLong(IdleRow::sinceNanos).reversed().thenComparing(IdleRow::key));
        List<IdleRow> latest = new ArrayList<>(idle.subList(0, Math.min(maxIdle, idle.size())));
        latest.sort(Comparator.comparing(IdleRow::key));
        return latest;
    }

    private static List<IdleRow> only(IdleRow.Kind kind, List<IdleRow> rows) {
        return rows.stream().filter(row -> row.kind() == kind).toList();
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

    private void print(IdleRow row, JsonObject json) {
        json.text("key", row.key).seconds("idle_s", nowNanos - row.sinceNanos);
    }

    private static void printFence(long fence, JsonObject json) {
        if (fence != 0) {
            json.unsigned("fence", fence);
        }
    }
}
