package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Subscription.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All subscriptions, in the order in which they were made. They share one budget for each session (4.11). */
final class Subscriptions {
    private final List<Subscription> all = new ArrayList<>();
    private final World world;

    Subscriptions(World world) {
        this.world = world;
    }

    /** Whether the budget allows it. To repeat a subscription is free. */
    boolean add(Subscription subscription) {
        if (all.contains(subscription)) {
            return true;
        }
        int most = world.settings.limits().maxSubscriptions();
        long present = all.stream()
                .filter(each -> each.session() == subscription.session())
                .count();
        boolean allowed = most == 0 || present < most;
        return allowed && all.add(subscription);
    }

    void remove(Subscription subscription) {
        all.remove(subscription);
    }

    void removeAllOf(Session session) {
        all.removeIf(each -> each.session() == session);
    }

    boolean contains(Subscription subscription) {
        return all.contains(subscription);
    }

    Stream<Subscription> of(Kind kind) {
        return all.stream().filter(each -> each.kind() == kind);
    }
}
