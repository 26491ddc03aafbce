package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Status;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The data of one kind in one shard. Whatever stands here counts as a key, together with all other shelves. */
final class Shelf<T extends Datum<T>> {
    private final Table<T> byKey;
    private final Tally keys;
    private final IntSupplier maxKeys;

    /** Of all shelves together there may be {@code maxKeys}; 0 is no limit. */
    Shelf(KeyHash hash, Tally keys, IntSupplier maxKeys) {
        this.byKey = new Table<>(hash);
        this.keys = keys;
        this.maxKeys = maxKeys;
    }

    private int limit() {
        int most = maxKeys.getAsInt();
        return most == 0 ? Integer.MAX_VALUE : most;
    }

    /** What stands under the key. Being asked for counts as activity. */
    @Nullable
    T find(Key key, Turn turn) {
        T datum = byKey.get(key);
        if (datum != null) {
            datum.lastActivityNanos = turn.nowNanos();
        }
        return datum;
    }

    /** What stands under the key, for someone who only looks. */
    @Nullable
    T look(Key key) {
        return byKey.get(key);
    }

    T add(T datum, Turn turn) {
        if (!keys.takeBelow(limit())) {
            throw full();
        }
        restore(datum);
        datum.lastActivityNanos = turn.nowNanos();
        return datum;
    }

    /** For a request that would create a key only to leave it again at once. */
    void requireRoom() {
        if (keys.count() >= limit()) {
            throw full();
        }
    }

    private static Rejected full() {
        return new Rejected(Status.ERROR_MAX_KEYS, "as many keys as allowed are stored");
    }

    /** Puts back what was counted before. */
    void restore(T datum) {
        byKey.put(datum);
    }

    void remove(T datum) {
        byKey.remove(datum);
        keys.giveBack();
    }

    int size() {
        return byKey.size();
    }

    /** For {@link Audit}. */
    int longestChain() {
        return byKey.longestChain();
    }

    List<T> all() {
        return byKey.toList();
    }

    List<T> inOrderOfKeys() {
        List<T> sorted = byKey.toList();
        sorted.sort(Comparator.comparing(datum -> datum.key));
        return sorted;
    }
}
