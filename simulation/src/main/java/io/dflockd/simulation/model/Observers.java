package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Subscription.Kind;
import java.util.List;

/** Who hears of the leaders of a key (2.9, 4.6). */
final class Observers {
    private final World world;
    private final Subscriptions subscriptions;

    Observers(World world, Subscriptions subscriptions) {
        this.world = world;
        this.subscriptions = subscriptions;
    }

    /** {@code observe}: whoever is new learns of the present leader. */
    void observe(Session session, Request request, Resources resources) {
        Subscription subscription = subscription(session, request);
        boolean isNew = !subscriptions.contains(subscription);
        boolean accepted = subscriptions.add(subscription);
        world.answer(session, request, accepted ? "ok" : "error");
        Key key = resources.find(request.key());
        if (isNew && accepted && key != null && key.hasOneSlot() && !key.holders.isEmpty()) {
            key.holders.get(0).isAnnounced = true;
            world.push(session, "leader elected " + key.name);
        }
    }

    void unobserve(Session session, Request request) {
        subscriptions.remove(subscription(session, request));
        world.answer(session, request, "ok");
    }

    private static Subscription subscription(Session session, Request request) {
        return new Subscription(session, Kind.OBSERVE, request.key(), "");
    }

    private List<Session> of(Key key) {
        return subscriptions
                .of(Kind.OBSERVE)
                .filter(each -> each.name().equals(key.name))
                .map(Subscription::session)
                .toList();
    }

    void elected(Holder winner) {
        winner.isAnnounced = true;
        of(winner.key).stream()
                .filter(each -> each != winner.session)
                .forEach(each -> world.push(each, "leader elected " + winner.key.name));
    }

    /** The winner hears of it too, if it observes. */
    void failover(Holder successor) {
        List<Session> observers = of(successor.key);
        successor.isAnnounced |= !observers.isEmpty();
        observers.forEach(each -> world.push(each, "leader failover " + successor.key.name));
    }

    void resigned(Key key) {
        of(key).forEach(each -> world.push(each, "leader resigned " + key.name));
    }
}
