package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Push;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A signal on its way to those who listen, in steps: whoever has very many patterns that match it, or very many groups,
 * does not keep others waiting. Who listens from the first step to the last gets it; who comes or goes meanwhile may.
 */
final class SignalUnderWay {
    private final Broadcast broadcast;
    private final PatternIndex.@Nullable Walk<Listeners> walk;
    private @Nullable Listeners named; // not yet visited
    private @Nullable Listeners current; // whose groups it visits
    private @Nullable Key lastGroup;

    /** What the sender itself is to hear once it has its answer. */
    List<Push> heldBack = List.of();

    /**
     * A signal that has reached nobody yet. It keeps no view of what a request was read into, which others will have
     * overwritten at the next step.
     *
     * @param named those who listen to its very name
     * @param walk the way past the patterns that match it, if any may
     */
    SignalUnderWay(Broadcast broadcast, @Nullable Listeners named, PatternIndex.@Nullable Walk<Listeners> walk) {
        this.broadcast = broadcast;
        this.named = named;
        this.walk = walk;
    }

    /** Whether each of its steps has to be inside the subscriptions, or its shard is enough. */
    boolean isForPatterns() {
        return walk != null;
    }

    int receivers() {
        return broadcast.receivers();
    }

    /** Visits a batch of patterns and groups, and tells whether all have been visited. */
    boolean step(Outbox outbox) {
        for (int i = 0; i < Shard.BATCH; i++) {
            if (!visitNextGroup(outbox) && !visitNextPattern(outbox)) {
                return true;
            }
        }
        broadcast.pause();
        return false;
    }

    private boolean visitNextGroup(Outbox outbox) {
        if (current == null) {
            return false;
        }
        Map.Entry<Key, Group> next =
                lastGroup == null ? current.groups.firstEntry() : current.groups.higherEntry(lastGroup);
        if (next == null) {
            current = null;
            return false;
        }
        lastGroup = next.getKey();
        broadcast.toOneOf(next.getValue(), outbox);
        return true;
    }

    private boolean visitNextPattern(Outbox outbox) {
        if (named != null) {
            visit(named, outbox);
            named = null;
            return true;
        }
        if (walk == null || walk.isOver()) {
            return false;
        }
        Listeners next = walk.step();
        if (next != null) {
            visit(next, outbox);
        }
        return true;
    }

    private void visit(Listeners next, Outbox outbox) {
        broadcast.toEach(next.alone, outbox);
        current = next;
        lastGroup = null;
    }
}
