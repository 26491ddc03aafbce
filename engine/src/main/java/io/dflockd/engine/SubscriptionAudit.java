package io.dflockd.engine;

import static io.dflockd.engine.Audit.require;

import io.dflockd.engine.Subscription.Kind;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** The part of the {@link Audit} that looks at listeners, watchers and observers. */
final class SubscriptionAudit {
    private SubscriptionAudit() {}

    static void check(Engine engine) {
        List<Subscriber> placed = new ArrayList<>();
        for (Shard shard : engine.shards()) {
            shard.observers.forEach((key, observers) -> {
                require(key.shard() == shard.index, "the shard of an observer of", key, shard.index);
                placed.addAll(checked(observers, Kind.OBSERVE, key));
            });
        }
        for (Audience audience : engine.audiences()) {
            audience.watched.forEach((name, watchers) -> placed.addAll(checked(watchers, Kind.WATCH, name)));
            audience.heard.forEach((name, listeners) -> placed.addAll(members(listeners, name)));
        }
        checkShards(engine);
        placed.forEach(each -> checkOwner(each, engine));
        checkSums(placed, engine);
    }

    /** A name is in its shard, and no pattern is in any. */
    private static void checkShards(Engine engine) {
        for (Shard shard : engine.shards()) {
            BiConsumer<Key, Object> check = (name, kept) -> require(
                    name.shard() == shard.index && !Patterns.hasWildcard(name), "the shard of", name, shard.index);
            shard.watched.forEach(check::accept);
            shard.heard.forEach(check::accept);
        }
    }

    private static List<Subscriber> checked(Chain<Subscriber> subscribers, Kind kind, Key name) {
        require(!subscribers.isEmpty(), "nobody is left at", name, kind);
        for (Subscriber each : subscribers.toList()) {
            require(each.what.kind() == kind && each.what.name().equals(name), "a stranger at", name, each.what);
        }
        return subscribers.toList();
    }

    private static List<Subscriber> members(Listeners listeners, Key pattern) {
        require(!listeners.isEmpty(), "nobody is left at", pattern, Kind.LISTEN);
        List<Subscriber> members = new ArrayList<>(listeners.alone.toList());
        listeners.groups.forEach((name, group) -> {
            List<Subscriber> joined = checked(group.members, Kind.LISTEN, pattern);
            require(joined.contains(group.next()), "the turn of nobody in group", name, pattern);
            members.addAll(joined);
        });
        return members;
    }

    private static void checkOwner(Subscriber subscriber, Engine engine) {
        Session session = subscriber.session;
        require(Audit.isThere(session, engine), "a subscriber without session", session, subscriber.what);
        require(session.subscriptions().contains(subscriber), "an unknown place of", session, subscriber.what);
    }

    private static void checkSums(List<Subscriber> placed, Engine engine) {
        Crossings crossings = engine.crossings();
        for (Audience audience : engine.audiences()) {
            boolean isListenedTo = count(placed, Kind.LISTEN) > 0 || audience.heard.isEmpty();
            require(isListenedTo, "names that nobody listens to", null, null);
            boolean isWatched = count(placed, Kind.WATCH) > 0 || audience.watched.isEmpty();
            require(isWatched, "names that nobody watches", null, null);
        }
        require(count(placed, Kind.LISTEN) == crossings.listens().count(), "listeners", placed, crossings.listens());
        require(count(placed, Kind.WATCH) == crossings.watches().count(), "watchers", placed, crossings.watches());
        Set<Session> sessions = new HashSet<>(crossings.sessions().values());
        placed.forEach(each -> sessions.add(each.session)); // also those on their way out
        int wanted = sessions.stream()
                .mapToInt(session -> session.subscriptions().size())
                .sum();
        require(placed.size() == wanted, "subscriptions", placed.size(), wanted);
    }

    private static long count(List<Subscriber> placed, Kind kind) {
        return placed.stream().filter(each -> each.what.kind() == kind).count();
    }
}
