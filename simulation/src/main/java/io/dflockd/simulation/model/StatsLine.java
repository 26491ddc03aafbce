package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Data.Datum;
import io.dflockd.simulation.model.Subscription.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The answer to {@code stats} (2.15). */
final class StatsLine {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<Key> keys;
    private final List<Key> idleKeys;
    private final Subscriptions subscriptions;
    private final long now;

    private StatsLine(World world, Resources resources, Subscriptions subscriptions) {
        this.now = world.now;
        this.subscriptions = subscriptions;
        this.keys = resources.keys.stream()
                .sorted(Comparator.comparing(key -> key.name))
                .toList();
        this.idleKeys = keys.stream()
                .filter(Key::isIdle)
                .sorted(Comparator.comparingLong((Key key) -> key.lastActivity).reversed())
                .limit(world.settings.limits().maxLocks()) // the longest idle are the first to go (4.11)
                .toList();
    }

    static String of(World world, Resources resources, Data data, Subscriptions subscriptions) {
        StatsLine line = new StatsLine(world, resources, subscriptions);
        return "ok {\"connections\":" + world.sessions.size()
                + line.resources("locks", key -> isLock(key) && !key.isIdle(), line::lock)
                + line.resources("semaphores", key -> isSemaphore(key) && !key.isIdle(), line::semaphore)
                + line.resources("rw_locks", key -> key.isReadWrite && !key.isIdle(), line::readWriteLock)
                + line.resources("idle_locks", key -> isLock(key) && line.idleKeys.contains(key), line::idle)
                + line.resources("idle_semaphores", key -> isSemaphore(key) && line.idleKeys.contains(key), line::idle)
                + line.data("counters", data.counters, counter -> ",\"value\":" + counter.value)
                + line.data("kv_entries", data.values, line::value)
                + line.data("lists", data.lists, line::list)
                + line.channels("signal_channels", Kind.LISTEN, "listeners")
                + line.channels("watch_channels", Kind.WATCH, "watchers")
                + line.data("barriers", data.barriers, line::barrier)
                + "}";
    }

    private static String array(String name, Stream<String> elements) {
        return elements.collect(Collectors.joining(",", ",\"" + name + "\":[", "]"));
    }

    private static boolean isLock(Key key) {
        return !key.isReadWrite && key.limit == 1;
    }

    private static boolean isSemaphore(Key key) {
        return !key.isReadWrite && key.limit > 1;
    }

    private String resources(String name, Predicate<Key> shown, Function<Key, String> element) {
        return array(
                name,
                keys.stream().filter(shown).map(key -> "{\"key\":" + Json.string(key.name) + element.apply(key) + "}"));
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

    private <T extends Datum> String data(String name, List<T> all, Function<T, String> middle) {
        return array(
                name,
                all.stream()
                        .sorted(Comparator.comparing(each -> each.key))
                        .map(each -> "{\"key\":" + Json.string(each.key) + middle.apply(each) + ",\"idle_s\":"
                                + seconds(now - each.lastAccess) + "}"));
    }

    private String value(Data.Value value) {
        long left = value.expires ? value.expiresAt - now : 0;
        return ",\"value_len\":" + value.text.length() + ",\"ttl\":" + seconds(left);
    }

    private String list(Data.ItemList list) {
        String waiters = list.waiters.isEmpty() ? "" : ",\"pop_waiters\":" + list.waiters.size();
        return ",\"len\":" + list.items.size() + waiters;
    }

    private String barrier(Data.Barrier barrier) {
        return ",\"count\":" + barrier.count + ",\"participants\":" + barrier.participants.size();
    }

    /** Who differs in the session alone subscribes to the same. */
    private String channels(String name, Kind kind, String who) {
        Stream<List<String>> channels = subscriptions
                .of(kind)
                .map(each -> List.of(each.name(), each.group()))
                .distinct()
                .sorted(Comparator.comparing((List<String> each) -> each.get(0)).thenComparing(each -> each.get(1)));
        return array(name, channels.map(each -> channel(kind, each.get(0), each.get(1), who)));
    }

    private String channel(Kind kind, String pattern, String group, String who) {
        long sessions = subscriptions
                .of(kind)
                .filter(each -> each.name().equals(pattern) && each.group().equals(group))
                .count();
        return "{\"pattern\":" + Json.string(pattern)
                + (group.isEmpty() ? "" : ",\"group\":" + Json.string(group))
                + ",\"" + who + "\":" + sessions + "}";
    }

    private static String seconds(long nanos) {
        return "~" + nanos / NANOS_PER_SECOND;
    }
}
