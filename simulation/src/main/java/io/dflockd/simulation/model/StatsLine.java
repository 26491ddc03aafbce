package io.dflockd.simulation.model;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The answer to {@code stats} (2.15). */
final class StatsLine {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<Key> keys;
    private final List<Key> idleKeys;
    private final long now;

    private StatsLine(Resources resources) {
        now = resources.now;
        keys = resources.keys.stream()
                .sorted(Comparator.comparing(key -> key.name))
                .toList();
        idleKeys = keys.stream()
                .filter(Key::isIdle)
                .sorted(Comparator.comparingLong((Key key) -> key.lastActivity).reversed())
                .limit(resources.settings.maxLocks()) // the longest idle are the first to go (4.11)
                .toList();
    }

    static String of(int connections, Resources resources) {
        StatsLine line = new StatsLine(resources);
        return "ok {\"connections\":" + connections
                + line.array("locks", key -> isLock(key) && !key.isIdle(), line::lock)
                + line.array("semaphores", key -> isSemaphore(key) && !key.isIdle(), line::semaphore)
                + line.array("rw_locks", key -> key.isReadWrite && !key.isIdle(), line::readWriteLock)
                + line.array("idle_locks", key -> isLock(key) && line.idleKeys.contains(key), line::idle)
                + line.array("idle_semaphores", key -> isSemaphore(key) && line.idleKeys.contains(key), line::idle)
                + ",\"counters\":[],\"kv_entries\":[],\"lists\":[]"
                + ",\"signal_channels\":[],\"watch_channels\":[],\"barriers\":[]}";
    }

    private static boolean isLock(Key key) {
        return !key.isReadWrite && key.limit == 1;
    }

    private static boolean isSemaphore(Key key) {
        return !key.isReadWrite && key.limit > 1;
    }

    private String array(String name, Predicate<Key> shown, Function<Key, String> element) {
        return keys.stream()
                .filter(shown)
                .map(key -> "{\"key\":\"" + key.name + "\"" + element.apply(key) + "}")
                .collect(Collectors.joining(",", ",\"" + name + "\":[", "]"));
    }

    private String lock(Key key) {
        Holder holder = key.holders.get(0);
        return ",\"owner_conn_id\":" + holder.session.id
                + ",\"lease_expires_in_s\":" + seconds(Math.max(0, holder.leaseEnd - now))
                + ",\"waiters\":" + key.queue.size()
                + ",\"fence\":" + holder.fence();
    }

    private String semaphore(Key key) {
        return ",\"limit\":" + key.limit + ",\"holders\":" + key.holders.size() + ",\"waiters\":" + key.queue.size();
    }

    private String readWriteLock(Key key) {
        boolean written = key.holders.get(0).mode == Mode.WRITE;
        Holder last = key.holders.get(key.holders.size() - 1);
        return ",\"readers\":" + (written ? 0 : key.holders.size())
                + ",\"writer\":" + written
                + ",\"fence\":" + last.fence()
                + ",\"waiters\":" + key.queue.size();
    }

    private String idle(Key key) {
        return ",\"idle_s\":" + seconds(now - key.lastActivity);
    }

    private static String seconds(long nanos) {
        return "~" + nanos / NANOS_PER_SECOND;
    }
}
