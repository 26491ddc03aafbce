package io.dflockd.engine;

import io.dflockd.protocol.Key;

/**
 * What a session wants to hear of. Two of the same kind, name and group are one.
 *
 * @param name a key or a pattern
 * @param group empty where there are no groups
 */
record Subscription(Kind kind, Key name, Key group) {
    enum Kind {
        LISTEN,
        WATCH,
        OBSERVE
    }

    private static final Key NO_GROUP = Key.of("");

    static Subscription listen(Key pattern, byte[] group) {
        return new Subscription(Kind.LISTEN, pattern.copy(), Key.of(group));
    }

    static Subscription watch(Key pattern) {
        return new Subscription(Kind.WATCH, pattern.copy(), NO_GROUP);
    }

    static Subscription observe(Key key) {
        return new Subscription(Kind.OBSERVE, key.copy(), NO_GROUP);
    }

    boolean hasGroup() {
        return !group.equals(NO_GROUP);
    }
}
