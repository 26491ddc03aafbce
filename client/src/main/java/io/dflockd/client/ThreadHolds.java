package io.dflockd.client;

import io.dflockd.client.wire.GrantKind;
import io.dflockd.client.wire.Slot;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What threads hold at one server by {@link Lock#asLock}, by whichever object: a thread that waits for itself waits for ever. */
final class ThreadHolds {
    private record Hold(Thread thread, GrantKind kind, String key) {
        static Hold ofThisThread(GrantKind kind, String key) {
            return new Hold(Thread.currentThread(), kind, key);
        }
    }

    private final Map<Hold, Set<Grant>> grants = new ConcurrentHashMap<>(); // each set is of its thread alone

    void add(Slot slot, Grant grant) {
        grants.computeIfAbsent(Hold.ofThisThread(slot.kind(), slot.key()), none -> new HashSet<>())
                .add(grant);
    }

    void remove(Slot slot, Grant grant) {
        grants.computeIfPresent(
                Hold.ofThisThread(slot.kind(), slot.key()),
                (hold, all) -> all.remove(grant) && all.isEmpty() ? null : all);
    }

    /** Whether this thread holds something that keeps it from getting this. */
    boolean exclude(Slot wanted) {
        return switch (wanted.kind()) {
            case READ -> holds(GrantKind.WRITE, wanted.key());
            case WRITE -> holds(GrantKind.WRITE, wanted.key()) || holds(GrantKind.READ, wanted.key());
            case LOCK, SEMAPHORE, ELECTION -> holds(wanted.kind(), wanted.key());
        };
    }

    private boolean holds(GrantKind kind, String key) {
        return grants.getOrDefault(Hold.ofThisThread(kind, key), Set.of()).stream()
                .anyMatch(Grant::isHeld);
    }
}
