package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import java.util.Comparator;

/**
 * What a session wants to hear of. Two of the same kind, name and group are one.
 *
 * <p>They have an order because the hash of a name is public: a map makes a tree of those with the same hash only if it
 * can compare them, and otherwise looks at one after another.
 *
 * @param name a key or a pattern
 * @param group empty where there are no groups
 */
record Subscription(Kind kind, Key name, Key group) implements Comparable<Subscription> {
    enum Kind {
        LISTEN,
        WATCH,
        OBSERVE
    }

    private static final Key NO_GROUP = Key.of("");
    private static final Comparator<Subscription> ORDER = Comparator.comparing(Subscription::name)
            .thenComparing(Subscription::group)
            .thenComparing(Subscription::kind);

    static Subscription listen(Key pattern, byte[] group) {
        return new Subscription(Kind.LISTEN, pattern.copy(), Key.of(group));
    }

    static Subscription watch(Key pattern) {
        return new Subscription(Kind.WATCH, pattern.copy(), NO_GROUP);
    }

    static Subscription observe(Key key) {
        return new Subscription(Kind.OBSERVE, key.copy(), NO_GROUP);
    }

    @Override
    public int compareTo(Subscription other) {
        return ORDER.compare(this, other);
    }

    /** Whether it is a pattern, so that the names it matches live in any shard. What is observed is always one key. */
    boolean crossesShards() {
        return kind != Kind.OBSERVE && Patterns.hasWildcard(name);
    }

    boolean hasGroup() {
        return !group.equals(NO_GROUP);
    }
}
