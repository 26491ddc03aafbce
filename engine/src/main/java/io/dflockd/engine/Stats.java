package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Lines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The object of the {@code stats} command: one JSON line, collected shard by shard.
 *
 * <p>Inside a shard only figures are noted down; sorting and printing come later, when nobody waits for it.
 */
final class Stats {
    private static final long NANOS_PER_MILLI = 1_000_000;

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

    private final int connections;
    private final long nowNanos;
    private final int maxIdle;
    private final List<LockRow> locks = new ArrayList<>();
    private final List<SemaphoreRow> semaphores = new ArrayList<>();
    private final List<ReadWriteRow> readWriteLocks = new ArrayList<>();
    private final List<IdleRow> idle = new ArrayList<>();
    private final Lines json = new Lines();

    Stats(int connections, long nowNanos, int maxIdle) {
        this.connections = connections;
        this.nowNanos = nowNanos;
        this.maxIdle = maxIdle;
    }

    void add(Shard shard) {
        for (FifoResource resource : shard.resources.values()) {
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
        locks.add(new LockRow(lock.key, holder.session.id(), Math.max(0, left), lock.waiters.size(), holder.fence));
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

    byte[] toJson() {
        locks.sort(Comparator.comparing(LockRow::key));
        semaphores.sort(Comparator.comparing(SemaphoreRow::key));
        readWriteLocks.sort(Comparator.comparing(ReadWriteRow::key));
        List<IdleRow> shown = latestIdle();

        json.append("{\"connections\":").decimal(connections);
        array("locks", locks, this::print);
        array("semaphores", semaphores, this::print);
        array("rw_locks", readWriteLocks, this::print);
        array("idle_locks", only(IdleRow.Kind.LOCK, shown), this::print);
        array("idle_semaphores", only(IdleRow.Kind.SEMAPHORE, shown), this::print);
        for (String later :
                List.of("counters", "kv_entries", "lists", "signal_channels", "watch_channels", "barriers")) {
            array(later, List.of(), row -> {});
        }
        json.append("}");
        return json.toBytes();
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

    private <R> void array(String name, List<R> rows, Consumer<R> print) {
        json.append(",\"" + name + "\":[");
        for (int i = 0; i < rows.size(); i++) {
            json.append(i == 0 ? "{\"key\":" : ",{\"key\":");
            print.accept(rows.get(i));
            json.append("}");
        }
        json.append("]");
    }

    private void print(LockRow row) {
        json.json(row.key).append(",\"owner_conn_id\":").decimal(row.owner);
        json.append(",\"lease_expires_in_s\":");
        seconds(row.leaseNanos).append(",\"waiters\":").decimal(row.waiters);
        fence(row.fence);
    }

    private void print(SemaphoreRow row) {
        json.json(row.key).append(",\"limit\":").decimal(row.limit);
        json.append(",\"holders\":").decimal(row.holders);
        json.append(",\"waiters\":").decimal(row.waiters);
    }

    private void print(ReadWriteRow row) {
        json.json(row.key).append(",\"readers\":").decimal(row.readers);
        json.append(row.written ? ",\"writer\":true" : ",\"writer\":false");
        fence(row.fence);
        json.append(",\"waiters\":").decimal(row.waiters);
    }

    private void print(IdleRow row) {
        json.json(row.key).append(",\"idle_s\":");
        seconds(Math.max(0, nowNanos - row.sinceNanos));
    }

    private void fence(long fence) {
        if (fence != 0) {
            json.append(",\"fence\":").decimal(fence);
        }
    }

    /** With three decimals. */
    private Lines seconds(long nanos) {
        long millis = (nanos + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI;
        json.decimal(millis / 1_000).append(".");
        long rest = millis % 1_000;
        return json.decimal(rest / 100).decimal(rest / 10 % 10).decimal(rest % 10);
    }
}
