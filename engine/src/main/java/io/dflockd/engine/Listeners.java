package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Those who listen to one pattern: each for itself, or in groups. */
final class Listeners {
    final Chain<Subscriber> alone = new Chain<>();
    final NavigableMap<Key, Group> groups = new TreeMap<>();

    boolean isEmpty() {
        return alone.isEmpty() && groups.isEmpty();
    }

    void add(Subscriber listener) {
        if (listener.what.hasGroup()) {
            groups.computeIfAbsent(listener.what.group(), none -> new Group()).join(listener);
        } else {
            alone.addLast(listener);
        }
    }

    void remove(Subscriber listener) {
        Group group = groups.get(listener.what.group());
        if (group == null) {
            alone.remove(listener);
            return;
        }
        group.leave(listener);
        if (group.members.isEmpty()) {
            groups.remove(listener.what.group());
        }
    }
}
