package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who listens to signals and who watches keys.
 *
 * <p>Whoever gave a name without wildcards has a place in the shard of that name, where its signals and changes come by
 * anyway. Patterns cross the shards and are here. One at a time is inside, as in a shard. It is entered from within a
 * shard, so that the events of a key come in the order of its changes, and only for a name that a pattern may match;
 * from within it nothing else is entered.
 */
final class Subscriptions {
    private final PatternIndex<Listeners> heard;
    private final PatternIndex<Chain<Subscriber>> watched;
    final Audience patterns;
    private final Crossings crossings;
    private final ShardGuard guard;
    private long broadcasts; // numbers them, so that a session can tell that it has had one

    Subscriptions(Crossings crossings, ShardGuard guard) {
        this.heard = new PatternIndex<>(crossings.maps());
        this.watched = new PatternIndex<>(crossings.maps());
        this.patterns = new Audience(heard, watched);
        this.crossings = crossings;
        this.guard = guard;
    }

    /** {@code listen: [<group>]} */
    static void listen(Call call) {
        requirePattern(call.key());
        subscribe(call, Subscription.listen(call.key(), call.request().argument()));
    }

    /** {@code unlisten: [<group>]} */
    static void unlisten(Call call) {
        unsubscribe(call, Subscription.listen(call.key(), call.request().argument()));
    }

    /** {@code watch} */
    static void watch(Call call) {
        requirePattern(call.key());
        subscribe(call, Subscription.watch(call.key()));
    }

    /** {@code unwatch} */
    static void unwatch(Call call) {
        unsubscribe(call, Subscription.watch(call.key()));
    }

    /** {@code signal: <payload>}. If more than a batch of patterns match, it is to come again and goes on then. */
    static void signal(Call call) {
        if (Patterns.hasWildcard(call.key())) {
            throw new Rejected(Status.ERROR, "a channel has no wildcards");
        }
        call.shard().subscriptions.send(call);
    }

    private static void requirePattern(Key name) {
        if (!Patterns.isPattern(name)) {
            throw new Rejected(Status.ERROR, "not a pattern");
        }
    }

    private static void subscribe(Call call, Subscription wanted) {
        Subscriber added = call.session()
                .subscribe(wanted, call.settings(), call.shard().crossings.maps());
        if (added != null) {
            call.shard().subscriptions.add(added, call.shard());
        }
        call.answer(Status.OK);
    }

    private static void unsubscribe(Call call, Subscription unwanted) {
        Subscriber removed = call.session().unsubscribe(unwanted);
        if (removed != null) {
            call.shard().subscriptions.remove(removed, call.shard());
        }
        call.answer(Status.OK);
    }

    /** From inside the shard of its name. */
    void add(Subscriber added, Shard shard) {
        tally(added).takeBelow(Integer.MAX_VALUE);
        if (added.what.crossesShards()) {
            inside(() -> patterns.add(added));
        } else {
            shard.audience.add(added);
        }
    }

    /** From inside the shard of its name. */
    private void remove(Subscriber removed, Shard shard) {
        if (removed.what.crossesShards()) {
            removePatterns(List.of(removed));
        } else {
            removeName(removed, shard);
        }
    }

    /** From inside the shard of its name. */
    void removeName(Subscriber removed, Shard shard) {
        shard.audience.remove(removed);
        tally(removed).giveBack();
    }

    void removePatterns(List<Subscriber> removed) {
        if (!removed.isEmpty()) {
            inside(() -> removed.forEach(patterns::remove));
            removed.forEach(each -> tally(each).giveBack());
        }
    }

    /** Among whom it has its place. */
    Audience audience(Subscriber of, Shard shard) {
        return of.what.crossesShards() ? patterns : shard.audience;
    }

    private Tally tally(Subscriber of) {
        return of.what.kind() == Subscription.Kind.WATCH ? crossings.watches() : crossings.listens();
    }

    /** Whoever watches the key hears what has just happened to it. Costs next to nothing where nobody watches. */
    void announce(String event, Key key, Shard shard, Turn turn) {
        if (crossings.watches().count() == 0) {
            return;
        }
        Chain<Subscriber> watchers = shard.watched.find(key);
        Supplier<Push> text = () -> Push.watch(event, key);
        if (watched.mayMatch(key)) {
            inside(() -> {
                Broadcast broadcast = Broadcast.numbered(++broadcasts, text, crossings);
                broadcast.toEach(watchers, turn.outbox());
                watched.match(key, others -> broadcast.toEach(others, turn.outbox()));
            });
        } else if (watchers != null) {
            Broadcast.ofOneName(text, crossings).toEach(watchers, turn.outbox());
        }
    }

    private void send(Call call) {
        SignalUnderWay begun = call.session().signalUnderWay;
        if (begun == null) {
            begin(call);
        } else if (begun.isForPatterns()) {
            inside(() -> step(begun, call));
        } else {
            step(begun, call);
        }
    }

    private void begin(Call call) {
        Listeners named = call.shard().heard.find(call.key());
        if (heard.mayMatch(call.key())) {
            inside(() -> step(signalForPatterns(call, named), call));
        } else if (named != null) {
            step(signalForOneName(call, named), call);
        } else {
            call.answer(new Reply.Figure(0));
        }
    }

    private SignalUnderWay signalForPatterns(Call call, @Nullable Listeners named) {
        Key name = call.key().copy();
        Broadcast broadcast =
                Broadcast.inSteps(++broadcasts, text(name, call.request().value()), crossings);
        return new SignalUnderWay(broadcast, named, heard.walk(name));
    }

    private SignalUnderWay signalForOneName(Call call, Listeners named) {
        Key name = call.key().copy();
        Broadcast broadcast = Broadcast.ofOneName(text(name, call.request().value()), crossings);
        return new SignalUnderWay(broadcast, named, null);
    }

    private static Supplier<Push> text(Key name, byte[] payload) {
        return () -> Push.signal(name, payload);
    }

    private static void step(SignalUnderWay signal, Call call) {
        boolean isOver = signal.step(call.turn().outbox());
        call.session().signalUnderWay = isOver ? null : signal;
        if (isOver) {
            call.answer(new Reply.Figure(signal.receivers()));
        }
    }

    /** Looks at all patterns, for {@link Stats} and the like. */
    void look(Consumer<Audience> visitor) {
        inside(() -> visitor.accept(patterns));
    }

    private void inside(Runnable work) {
        guard.enterSubscriptions();
        try {
            work.run();
        } finally {
            guard.leaveSubscriptions();
        }
    }
}
