package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Who listens to signals and who watches keys, over all shards.
 *
 * <p>One at a time is inside, as in a shard. It is entered from within a shard, so that the events of a key come in the
 * order of its changes; from within it nothing else is entered.
 */
final class Subscriptions {
    final PatternIndex<Channel> channels = new PatternIndex<>();
    final PatternIndex<Chain<Subscriber>> watched = new PatternIndex<>();
    private final Crossings crossings;
    private final ShardGuard guard;
    private long deliveries; // numbers them, so that a session can tell that it has had one

    Subscriptions(Crossings crossings, ShardGuard guard) {
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
        Subscriber added = call.session().subscribe(wanted, call.settings());
        if (added != null) {
            Subscriptions all = call.shard().subscriptions;
            all.inside(() -> all.add(added));
        }
        call.answer(Status.OK);
    }

    private static void unsubscribe(Call call, Subscription unwanted) {
        Subscriber removed = call.session().unsubscribe(unwanted);
        if (removed != null) {
            call.shard().subscriptions.removeAll(List.of(removed));
        }
        call.answer(Status.OK);
    }

    void add(Subscriber added) {
        Key pattern = added.what.name();
        if (added.what.kind() == Subscription.Kind.WATCH) {
            watched.at(pattern, Chain::new).addLast(added);
            crossings.watches().takeBelow(Integer.MAX_VALUE);
        } else {
            channels.at(pattern, Channel::new).add(added);
            crossings.listens().takeBelow(Integer.MAX_VALUE);
        }
    }

    /** The session ends: it hears of nothing any more, however long it takes it to leave its places. */
    void deafen(Session session) {
        if (session.isSubscribed()) {
            inside(session::beginEnd);
        } else {
            session.beginEnd();
        }
    }

    /** The session does not read, or reads again: groups pass over it meanwhile. */
    void mute(Session session, boolean muted) {
        inside(() -> session.muted = muted);
    }

    /** The group that a member is in. */
    Group group(Subscriber member) {
        return Objects.requireNonNull(channels.get(member.what.name()).groups.get(member.what.group()));
    }

    void removeAll(List<Subscriber> subscribers) {
        if (!subscribers.isEmpty()) {
            inside(() -> subscribers.forEach(this::remove));
        }
    }

    private void remove(Subscriber removed) {
        Key pattern = removed.what.name();
        if (removed.what.kind() == Subscription.Kind.WATCH) {
            Chain<Subscriber> watchers = watched.get(pattern);
            watchers.remove(removed);
            if (watchers.isEmpty()) {
                watched.remove(pattern);
            }
            crossings.watches().giveBack();
        } else {
            Channel channel = channels.get(pattern);
            channel.remove(removed);
            if (channel.isEmpty()) {
                channels.remove(pattern);
            }
            crossings.listens().giveBack();
        }
    }

    /** Whoever watches the key hears what has just happened to it. Costs next to nothing where nobody watches. */
    void announce(String event, Key key, Turn turn) {
        if (crossings.watches().count() > 0) {
            inside(() -> {
                Delivery delivery = new Delivery(() -> Push.watch(event, key), ++deliveries, false);
                watched.match(key, watchers -> delivery.toEach(watchers, turn.outbox()));
            });
        }
    }

    private void send(Call call) {
        Session sender = call.session();
        if (crossings.listens().count() == 0 && sender.signalUnderWay == null) {
            call.answer(new Reply.Figure(0));
            return;
        }
        inside(() -> {
            SignalUnderWay signal = sender.signalUnderWay == null
                    ? new SignalUnderWay(call.key(), call.request().value(), ++deliveries, channels)
                    : sender.signalUnderWay;
            boolean isOver = signal.step(call.turn().outbox());
            sender.signalUnderWay = isOver ? null : signal;
            if (isOver) {
                call.answer(new Reply.Figure(signal.receivers()));
            }
        });
    }

    /** Looks at everything, for {@link Stats} and the like. */
    void look(Consumer<Subscriptions> visitor) {
        inside(() -> visitor.accept(this));
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
