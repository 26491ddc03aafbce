package io.dflockd.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Parked requests of a session in the order of shards and of arrival there, whatever map they were in. Each shard's are
 * sorted when it is their turn, so that very many cost no long moment.
 */
final class ParkedQueue {
    private final NavigableMap<Integer, List<Parked<?>>> later = new TreeMap<>(); // by shard
    private Queue<Parked<?>> now = new ArrayDeque<>(0); // of one shard

    ParkedQueue(Collection<? extends Parked<?>> all) {
        for (Parked<?> each : all) {
            later.computeIfAbsent(each.shard().index, none -> new ArrayList<>()).add(each);
        }
    }

    @Nullable
    Parked<?> peek() {
        if (now.isEmpty() && !later.isEmpty()) {
            List<Parked<?>> next = later.pollFirstEntry().getValue();
            next.sort(Comparator.comparingLong(each -> each.sequence));
            now = new ArrayDeque<>(next);
        }
        return now.peek();
    }

    /** Takes out what {@link #peek} has shown. */
    void remove() {
        now.remove();
    }
}
