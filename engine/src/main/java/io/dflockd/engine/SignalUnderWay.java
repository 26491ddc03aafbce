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
    private final PatternIndex.@Nullable Walk<Channel> walk;
    private final Delivery delivery;
    private @Nullable Channel whole; // not yet visited
    private @Nullable Channel channel; // whose groups it visits
    private @Nullable Key lastGroup;

    /** What the sender itself is to hear once it has its answer. */
    List<Push> heldBack = List.of();

    /** The name may be a view of what a request was read into, which others will have overwritten at the next step. */
    SignalUnderWay(Key view, byte[] payload, long number, PatternIndex<Channel> channels) {
        Key name = channels.hasWildcards() ? view.copy() : view;
        this.walk = channels.walk(name);
        this.delivery = new Delivery(() -> Push.signal(name, payload), number, walk != null);
        this.whole = channels.whole(name);
    }

    int receivers() {
        return delivery.receivers();
    }

    /** Visits a batch of patterns and groups, and tells whether all have been visited. */
    boolean step(Outbox outbox) {
        for (int i = 0; i < Shard.BATCH; i++) {
            if (!visitNextGroup(outbox) && !visitNextPattern(outbox)) {
                return true;
            }
        }
        delivery.pause();
        return false;
    }

    private boolean visitNextGroup(Outbox outbox) {
        if (channel == null) {
            return false;
        }
        Map.Entry<Key, Group> next =
                lastGroup == null ? channel.groups.firstEntry() : channel.groups.higherEntry(lastGroup);
        if (next == null) {
            channel = null;
            return false;
        }
        lastGroup = next.getKey();
        delivery.toOneOf(next.getValue(), outbox);
        return true;
    }

    private boolean visitNextPattern(Outbox outbox) {
        if (whole != null) {
            visit(whole, outbox);
            whole = null;
            return true;
        }
        if (walk == null || walk.isOver()) {
            return false;
        }
        Channel next = walk.step();
        if (next != null) {
            visit(next, outbox);
        }
        return true;
    }

    private void visit(Channel next, Outbox outbox) {
        delivery.toEach(next.listeners, outbox);
        channel = next;
        lastGroup = null;
    }
}
