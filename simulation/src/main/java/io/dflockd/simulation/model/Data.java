package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counters, values, lists and barriers. Their names do not clash, but together they are the keys of a limit (4.11). */
final class Data {
    /** Anything of them, under its key. */
    abstract static class Datum {
        final String key;
        long lastAccess;

        Datum(String key) {
            this.key = key;
        }
    }

    static final class Counter extends Datum {
        long value;

        Counter(String key) {
            super(key);
        }
    }

    static final class Value extends Datum {
        String text = "";
        boolean expires;
        long expiresAt;

        Value(String key) {
            super(key);
        }
    }

    /** Somebody waits only while there are no items. */
    static final class ItemList extends Datum {
        final List<String> items = new ArrayList<>();
        final List<Parked> waiters = new ArrayList<>();

        ItemList(String key) {
            super(key);
        }
    }

    static final class Barrier extends Datum {
        final long count;
        final List<Parked> participants = new ArrayList<>();

        Barrier(String key, long count) {
            super(key);
            this.count = count;
        }
    }

    final List<Counter> counters = new ArrayList<>();
    final List<Value> values = new ArrayList<>();
    final List<ItemList> lists = new ArrayList<>();
    final List<Barrier> barriers = new ArrayList<>();
    private final World world;

    Data(World world) {
        this.world = world;
    }

    /** Whether there is no room for one more key. */
    boolean isFull() {
        int most = world.settings.limits().maxKeys();
        return most > 0 && size() >= most;
    }

    int size() {
        return counters.size() + values.size() + lists.size() + barriers.size();
    }

    /** What the key names, or null. Whoever asks for it has accessed it. */
    <T extends Datum> @Nullable T access(List<T> all, String key) {
        T found = all.stream().filter(each -> each.key.equals(key)).findFirst().orElse(null);
        if (found != null) {
            found.lastAccess = world.now;
        }
        return found;
    }

    <T extends Datum> T create(List<T> all, T datum) {
        datum.lastAccess = world.now;
        all.add(datum);
        return datum;
    }

    /** Values whose time is over are gone, and nobody is told. */
    void expire() {
        values.removeIf(each -> each.expires && world.now >= each.expiresAt);
    }

    /** Counters at zero are forgotten after a while; nothing else is (4.12). */
    void collect() {
        long maxIdle = world.settings.gcMaxIdleSeconds();
        counters.removeIf(each -> each.value == 0 && world.isOlderThan(maxIdle, each.lastAccess));
    }
}
