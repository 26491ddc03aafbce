package io.dflockd.client;

import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Pushed;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something of which the server tells unasked: signals of some channels, changes of some keys, the leaders of an election.
 *
 * @param group each signal goes to one of the group; null for signals that everybody gets, and for all else
 */
record Topic(Kind kind, String pattern, @Nullable String group) {
    Topic {
        Objects.requireNonNull(pattern, "pattern");
    }

    enum Kind {
        SIGNALS,
        CHANGES,
        LEADERS
    }

    static Topic signals(String pattern, @Nullable String group) {
        return new Topic(Kind.SIGNALS, pattern, group);
    }

    static Topic changes(String pattern) {
        return new Topic(Kind.CHANGES, pattern, null);
    }

    static Topic leaders(String key) {
        return new Topic(Kind.LEADERS, key, null);
    }

    /** What a push is about: a topic without wildcards and without a group, which it does not name. */
    static Topic of(Pushed push) {
        if (push instanceof Pushed.Signal signal) {
            return signals(signal.channel(), null);
        }
        if (push instanceof Pushed.Change change) {
            return changes(change.key());
        }
        return leaders(((Pushed.Leader) push).key());
    }

    Frame subscribe() {
        return switch (kind) {
            case SIGNALS -> Frames.listen(pattern, group);
            case CHANGES -> Frames.watch(pattern);
            case LEADERS -> Frames.observe(pattern);
        };
    }

    Frame unsubscribe() {
        return switch (kind) {
            case SIGNALS -> Frames.unlisten(pattern, group);
            case CHANGES -> Frames.unwatch(pattern);
            case LEADERS -> Frames.unobserve(pattern);
        };
    }

    Topic withoutGroup() {
        return group == null ? this : new Topic(kind, pattern, null);
    }

    /** Whether it is about one name. That of an election is taken literally. */
    boolean isExact() {
        return kind == Kind.LEADERS || !Patterns.hasWildcard(pattern);
    }

    /** Whether a push that is about {@code one} belongs to this topic. */
    boolean covers(Topic one) {
        return kind == one.kind && (isExact() ? pattern.equals(one.pattern) : matches(one.pattern));
    }

    private boolean matches(String name) {
        return Patterns.matches(Key.of(pattern), Key.of(name));
    }

    /**
     * Whether a push could belong to either, and one could not tell to which. The server sends a signal once for all
     * patterns without a group, and once more for each group whose turn it is.
     */
    boolean isConfusedWith(Topic other) {
        boolean hasGroup = group != null || other.group != null;
        return kind == other.kind
                && hasGroup
                && !equals(other)
                && Patterns.overlap(Key.of(pattern), Key.of(other.pattern));
    }
}
