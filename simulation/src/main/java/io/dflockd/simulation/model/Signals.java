package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Subscription.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lines that clients send to each other (2.10, 4.8). */
final class Signals {
    /** Those who share the work: each signal goes to one of them. */
    record Group(String pattern, String name) {}

    private final World world;
    private final Subscriptions subscriptions;
    private final Map<Group, Integer> turns = new HashMap<>();

    Signals(World world, Subscriptions subscriptions) {
        this.world = world;
        this.subscriptions = subscriptions;
    }

    /** {@code listen: [<group>]} */
    void listen(Session session, Request request) {
        boolean accepted = Patterns.isValid(request.key()) && subscriptions.add(subscription(session, request));
        world.answer(session, request, accepted ? "ok" : "error");
    }

    /** {@code unlisten: [<group>]} */
    void unlisten(Session session, Request request) {
        leave(subscription(session, request));
        world.answer(session, request, "ok");
    }

    private static Subscription subscription(Session session, Request request) {
        return new Subscription(session, Kind.LISTEN, request.key(), request.text("group"));
    }

    /** A session goes: so do the places it has in groups. */
    void leaveAll(Session session) {
        subscriptions
                .of(Kind.LISTEN)
                .filter(each -> each.session() == session)
                .toList()
                .forEach(this::leave);
    }

    /** It is always some member's turn. If that one leaves, it is the turn of the next. */
    private void leave(Subscription subscription) {
        Group group = groupOf(subscription);
        int place = members(group).indexOf(subscription);
        int next = turnOf(group);
        subscriptions.remove(subscription);
        int shifted = place >= 0 && place < next ? next - 1 : next;
        int size = members(group).size();
        turns.put(group, shifted < size ? shifted : 0);
    }

    private int turnOf(Group group) {
        return turns.getOrDefault(group, 0);
    }

    /** {@code signal: <payload>} */
    void signal(Session session, Request request) {
        if (Patterns.hasWildcard(request.key())) {
            world.answer(session, request, "error");
            return;
        }
        List<Session> receivers = new ArrayList<>(alone(request.key()));
        groups(request.key()).forEach(group -> receivers.add(next(group)));
        world.answer(session, request, "ok " + receivers.size());
        receivers.forEach(each -> world.push(each, "sig " + request.key() + " " + request.text("value")));
    }

    /** Who listens without a group; nobody twice. */
    private List<Session> alone(String channel) {
        return subscriptions
                .of(Kind.LISTEN)
                .filter(each -> each.group().isEmpty() && Patterns.matches(each.name(), channel))
                .map(Subscription::session)
                .distinct()
                .toList();
    }

    private List<Group> groups(String channel) {
        return subscriptions
                .of(Kind.LISTEN)
                .filter(each -> !each.group().isEmpty() && Patterns.matches(each.name(), channel))
                .map(Signals::groupOf)
                .distinct()
                .toList();
    }

    private static Group groupOf(Subscription listener) {
        return new Group(listener.name(), listener.group());
    }

    private List<Subscription> members(Group group) {
        return subscriptions
                .of(Kind.LISTEN)
                .filter(each -> groupOf(each).equals(group))
                .toList();
    }

    /**
     * One after the other, in the order in which they joined; then the first again. Who does not read is passed over;
     * if nobody does, it was the turn of the first of them.
     */
    private Session next(Group group) {
        List<Subscription> members = members(group);
        int turn = turnOf(group);
        for (int i = 0; i < members.size(); i++) {
            int place = (turn + i) % members.size();
            if (members.get(place).session().reads) {
                turns.put(group, (place + 1) % members.size());
                return members.get(place).session();
            }
        }
        return members.get(turn).session();
    }
}
