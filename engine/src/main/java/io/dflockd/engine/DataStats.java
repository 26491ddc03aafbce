package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rows of {@code stats} about counters, values, lists and barriers. */
final class DataStats {
    private record CounterRow(Key key, long value, long sinceNanos) {}

    private record ValueRow(Key key, int length, long leftNanos, long sinceNanos) {}

    private record ListRow(Key key, int length, int waiters, long sinceNanos) {}

    private record BarrierRow(Key key, int count, int participants, long sinceNanos) {}

    private final long nowNanos;
    private final List<CounterRow> counters = new ArrayList<>();
    private final List<ValueRow> values = new ArrayList<>();
    private final List<ListRow> lists = new ArrayList<>();
    private final List<BarrierRow> barriers = new ArrayList<>();

    DataStats(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    void add(Shard shard) {
        for (Counter each : shard.counters.all()) {
            counters.add(new CounterRow(each.key, each.value, each.lastActivityNanos));
        }
        for (Value each : shard.values.all()) {
            addValue(each);
        }
        for (ItemList each : shard.lists.all()) {
            lists.add(new ListRow(each.key, each.items.size(), each.waiters.size(), each.lastActivityNanos));
        }
        for (Barrier each : shard.barriers.all()) {
            barriers.add(new BarrierRow(each.key, each.count, each.members.size(), each.lastActivityNanos));
        }
    }

    /** What is over but has not been taken away yet is over all the same. */
    private void addValue(Value value) {
        long left = value.hasDeadline() ? value.shard.deadlines.dueAtNanos(value) - nowNanos : 0; // 0 is for ever
        if (!value.hasDeadline() || left > 0) {
            values.add(new ValueRow(value.key, value.bytes.length, left, value.lastActivityNanos));
        }
    }

    void printStored(JsonObject json) {
        counters.sort(Comparator.comparing(CounterRow::key));
        values.sort(Comparator.comparing(ValueRow::key));
        lists.sort(Comparator.comparing(ListRow::key));
        json.array("counters", counters, this::print);
        json.array("kv_entries", values, this::print);
        json.array("lists", lists, this::print);
    }

    void printBarriers(JsonObject json) {
        barriers.sort(Comparator.comparing(BarrierRow::key));
        json.array("barriers", barriers, this::print);
    }

    private void print(CounterRow row, JsonObject json) {
        json.text("key", row.key).number("value", row.value);
        idle(row.sinceNanos, json);
    }

    private void print(ValueRow row, JsonObject json) {
        json.text("key", row.key).number("value_len", row.length).secondsUp("ttl", row.leftNanos);
        idle(row.sinceNanos, json);
    }

    private void print(ListRow row, JsonObject json) {
        json.text("key", row.key).number("len", row.length);
        if (row.waiters > 0) {
            json.number("pop_waiters", row.waiters);
        }
        idle(row.sinceNanos, json);
    }

    private void print(BarrierRow row, JsonObject json) {
        json.text("key", row.key).number("count", row.count).number("participants", row.participants);
        idle(row.sinceNanos, json);
    }

    private void idle(long sinceNanos, JsonObject json) {
        json.seconds("idle_s", nowNanos - sinceNanos);
    }
}
