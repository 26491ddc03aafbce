package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.List;

/** A lock, semaphore or read-write lock: who holds it and who waits for it, both in order. */
final class Key {
    final String name;
    final List<Holder> holders = new ArrayList<>();
    final List<Waiter> queue = new ArrayList<>();
    boolean isReadWrite;
    long limit;
    long lastActivity;

    Key(String name) {
        this.name = name;
    }

    boolean isIdle() {
        return holders.isEmpty() && queue.isEmpty();
    }

    /** Whether it can have a leader: it is a lock, an election or a semaphore of one. */
    boolean hasOneSlot() {
        return !isReadWrite && limit == 1;
    }

    boolean admits(Mode mode) {
        return switch (mode) {
            case SLOT -> holders.size() < limit;
            case READ -> holders.stream().noneMatch(each -> each.mode == Mode.WRITE);
            case WRITE -> holders.isEmpty();
        };
    }
}
