package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Subscription.Kind;

/** Who hears that something has happened to a key (2.11, 4.7). */
final class Watches {
    private final World world;
    private final Subscriptions subscriptions;

    Watches(World world, Subscriptions subscriptions) {
        this.world = world;
        this.subscriptions = subscriptions;
    }

    /** {@code watch}: the key line is a pattern. */
    void watch(Session session, Request request) {
        boolean accepted = Patterns.isValid(request.key()) && subscriptions.add(subscription(session, request));
        world.answer(session, request, accepted ? "ok" : "error");
    }

    void unwatch(Session session, Request request) {
        subscriptions.remove(subscription(session, request));
        world.answer(session, request, "ok");
    }

    private static Subscription subscription(Session session, Request request) {
        return new Subscription(session, Kind.WATCH, request.key(), "");
    }

    /** Every session hears of it once, however many of its patterns match. */
    void announce(String event, String key) {
        subscriptions
                .of(Kind.WATCH)
                .filter(each -> Patterns.matches(each.name(), key))
                .map(Subscription::session)
                .distinct()
                .forEach(session -> world.push(session, "watch " + event + " " + key));
    }
}
