package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of {@code stats} about counters, values, lists and barriers. */
final class DataStats {
    private record CounterRow(Key key, long value, long idleNanos) {}

    private record ValueRow(Key key, int length, long leftNanos, long idleNanos) {}

    private record ListRow(Key key, int length, int waiters, long idleNanos) {}

    private record BarrierRow(Key key, int count, int participants, long idleNanos) {}

    private final Engine engine;
    private final List<Key> counters = new ArrayList<>();
    private final List<Key> values = new ArrayList<>();
    private final List<Key> lists = new ArrayList<>();
    private final List<Key> barriers = new ArrayList<>();

    DataStats(Engine engine) {
        this.engine = engine;
    }

    void add(Shard shard) {
        shard.counters.all().forEach(each -> counters.add(each.key));
        shard.values.all().forEach(each -> values.add(each.key));
        shard.lists.all().forEach(each -> lists.add(each.key));
        shard.barriers.all().forEach(each -> barriers.add(each.key));
    }

    List<StatsRows<?, ?>> stored() {
        counters.sort(null);
        values.sort(null);
        lists.sort(null);
        return List.of(
                new StatsRows<>("counters", counters, this::counter, DataStats::print),
                new StatsRows<>("kv_entries", values, this::value, DataStats::print),
                new StatsRows<>("lists", lists, this::list, DataStats::print));
    }

    StatsRows<?, ?> barriers() {
        barriers.sort(null);
        return new StatsRows<>("barriers", barriers, this::barrier, DataStats::print);
    }

    private @Nullable CounterRow counter(Key key, long nowNanos) {
        return look(key, shard -> shard.counters, each -> new CounterRow(key, each.value, idle(each, nowNanos)));
    }

    /** What is over but has not been taken away yet is over all the same. */
    private @Nullable ValueRow value(Key key, long nowNanos) {
        return look(key, shard -> shard.values, each -> {
            long left = each.hasDeadline() ? each.shard.deadlines.dueAtNanos(each) - nowNanos : 0; // 0 is for ever
            boolean isOver = each.hasDeadline() && left <= 0;
            return isOver ? null : new ValueRow(key, each.bytes.length, left, idle(each, nowNanos));
        });
    }

    private @Nullable ListRow list(Key key, long nowNanos) {
        return look(key, shard -> shard.lists, each -> {
            return new ListRow(key, each.items.size(), each.waiters.size(), idle(each, nowNanos));
        });
    }

    private @Nullable BarrierRow barrier(Key key, long nowNanos) {
        return look(key, shard -> shard.barriers, each -> {
            return new BarrierRow(key, each.count, each.members.size(), idle(each, nowNanos));
        });
    }

    private <T extends Datum<T>, R> @Nullable R look(
            Key key, Function<Shard, Shelf<T>> shelf, Function<T, @Nullable R> question) {
        return engine.look(key, shard -> {
            T found = shelf.apply(shard).look(key);
            return found == null ? null : question.apply(found);
        });
    }

    private static long idle(Datum<?> datum, long nowNanos) {
        return nowNanos - datum.lastActivityNanos;
    }

    private static void print(CounterRow row, JsonObject json) {
        json.text("key", row.key).number("value", row.value).seconds("idle_s", row.idleNanos);
    }

    private static void print(ValueRow row, JsonObject json) {
        json.text("key", row.key).number("value_len", row.length).secondsUp("ttl", row.leftNanos);
        json.seconds("idle_s", row.idleNanos);
    }

    private static void print(ListRow row, JsonObject json) {
        json.text("key", row.key).number("len", row.length);
        if (row.waiters > 0) {
            json.number("pop_waiters", row.waiters);
        }
        json.seconds("idle_s", row.idleNanos);
    }

    private static void print(BarrierRow row, JsonObject json) {
        json.text("key", row.key).number("count", row.count).number("participants", row.participants);
        json.seconds("idle_s", row.idleNanos);
    }
}
