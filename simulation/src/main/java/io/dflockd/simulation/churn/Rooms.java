package io.dflockd.simulation.churn;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What locks guard: nobody enters a room while another is inside. */
final class Rooms {
    private final Set<String> occupied = ConcurrentHashMap.newKeySet();

    void enter(String key) {
        if (!occupied.add(key)) {
            throw new Fault("two hold the lock " + key + " at once");
        }
    }

    void leave(String key) {
        occupied.remove(key);
    }
}
