package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state machine: it takes a request, the session that sent it and a turn, changes its state, and puts answers into
 * the turn's outbox.
 *
 * <p>It has no clock, thread, lock, socket or random source. State changes only inside a shard, and a request touches
 * one shard; the {@link ShardGuard} decides who may be inside. What concerns all shards visits them one after another.
 */
public final class Engine {
    private final Settings settings;
    private final Crossings crossings;
    private final Subscriptions subscriptions;
    private final Shard[] shards = new Shard[Key.SHARDS];
    private final Sessions sessions;
    private final Upkeep upkeep;
    private final int idleSlack;

    /** An engine whose tables find keys by this hash; nothing that can be seen depends on its secret. */
    public Engine(Settings settings, Crossings crossings, ShardGuard guard, KeyHash hash) {
        this.settings = settings;
        this.crossings = crossings;
        this.idleSlack = Key.SHARDS + settings.limits().maxLocks() / 8;
        this.subscriptions = new Subscriptions(crossings, guard);
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new Shard(i, settings, crossings, guard, subscriptions, hash);
        }
        this.sessions = new Sessions(crossings, subscriptions, shards);
        this.upkeep = new Upkeep(settings, crossings, shards);
    }

    /** An engine for one thread and clients that are trusted not to choose keys that collide. */
    public static Engine alone(Settings settings, Fence fence) {
        return alone(settings, fence, new KeyHash(0, 0));
    }

    /** An engine for one thread. */
    public static Engine alone(Settings settings, Fence fence, KeyHash hash) {
        return new Engine(settings, Crossings.plain(fence), ShardGuard.NONE, hash);
    }

    public void open(Session session) {
        session.showsFence = settings.fenceField();
        crossings.sessions().put(session.id(), session);
    }

    /** Runs a request. Its reply is in the outbox afterwards, unless the request is parked. */
    public void apply(Session session, Request request, Turn turn) {
        while (!tryToApply(session, request, turn)) {} // however much is due before it
    }

    /**
     * Runs a request, unless more than a batch of things is due before it, or it is a signal for more than a batch.
     * Then a batch has happened, and the request is to come again, in a later turn, once others have had theirs.
     */
    public boolean tryToApply(Session session, Request request, Turn turn) {
        boolean isRun = true;
        try {
            if (session.parked(request.tag()) != null) {
                throw new Rejected(Status.ERROR, "the tag is in use");
            }
            isRun = request.command().isKeyed()
                    ? applyToShard(session, request, turn)
                    : applyToConnection(session, request, turn);
        } catch (Rejected rejected) {
            turn.outbox().reply(session, request.tag(), rejected.status().reply());
        }
        if (crossings.idle().count() - idleSlack > settings.limits().maxLocks()) {
            upkeep.trimIdle();
        }
        return isRun;
    }

    private boolean applyToShard(Session session, Request request, Turn turn) {
        Shard shard = shards[request.key().shard()];
        shard.enter();
        try {
            if (!shard.catchUp(turn)) {
                return false;
            }
            run(new Call(shard, session, request, turn.replyingFirst(session)));
            return session.signalUnderWay == null;
        } finally {
            shard.leave();
        }
    }

    private static void run(Call call) {
        try {
            if (call.shard().draining && call.session().signalUnderWay == null) {
                requireWorksWhileDraining(call.request().command());
            }
            CommandCode.of(call.request().command()).accept(call);
        } catch (Rejected rejected) {
            call.answer(rejected.status());
        }
        call.turn().end();
    }

    private boolean applyToConnection(Session session, Request request, Turn turn) {
        if (!request.command().worksWhileDraining() && isDraining()) {
            requireWorksWhileDraining(request.command());
        }
        if (request.command() == Command.CANCEL) {
            return cancel(session, request, turn);
        }
        if (request.command() == Command.STATS && request.asksAboutKey()) {
            return tellOfKey(session, request, turn);
        }
        Status status = Status.OK;
        switch (request.command()) {
            case FENCE -> session.showsFence = request.isOn();
            case TAGGING -> session.tag(request.isOn());
            case STABLE_REF -> session.refer(request.reference());
            case AUTH -> status = Status.ERROR; // no authentication is outstanding
            default -> {} // ping and barrier: that it is answered is all it does
        }
        Reply reply = request.command() == Command.STATS ? stats(request, turn) : status.reply();
        turn.outbox().reply(session, request.tag(), reply);
        return true;
    }

    private Reply stats(Request request, Turn turn) {
        return request.asksForSummary() ? summary() : stats(turn.nowNanos());
    }

    private static void requireWorksWhileDraining(Command command) {
        if (!command.worksWhileDraining()) {
            throw new Rejected(Status.ERROR_DRAINING, "the server is shutting down");
        }
    }

    /** All shards drain together, so any of them can tell. */
    private boolean isDraining() {
        shards[0].enter();
        try {
            return shards[0].draining;
        } finally {
            shards[0].leave();
        }
    }

    /** {@code cancel: <tag>}. A request that has just been granted is past cancelling. */
    private boolean cancel(Session session, Request request, Turn turn) {
        Parked parked = session.parked(request.number(Field.TAG));
        if (!session.tagged || parked == null) {
            throw new Rejected(Status.ERROR, "no parked request has that tag");
        }
        Shard shard = parked.shard();
        shard.enter();
        try {
            if (!shard.catchUp(turn)) {
                return false;
            }
            if (!parked.isParked()) {
                throw new Rejected(Status.ERROR, "the request has just been answered");
            }
            Turn ordered = turn.replyingFirst(session);
            parked.cancel(ordered);
            ordered.outbox().reply(session, request.tag(), Status.OK.reply());
            return true;
        } finally {
            shard.leave();
        }
    }

    /**
     * The session will ask for nothing more and waits for nothing any more: some of its parked requests are answered as
     * if their time were up. Tells whether there are more.
     */
    public boolean withdrawSome(Session session, Turn turn) {
        return sessions.withdrawSome(session, turn);
    }

    /**
     * A session ends: what it waits for and, unless the settings say otherwise, what it holds goes to others. What else
     * is due at this instant comes later, so that the ending session wins nothing any more.
     */
    public void end(Session session, Turn turn) {
        beginEnd(session);
        while (endNext(session, turn)) {} // all at once
    }

    /** The end of a session that has much to give up, in steps: first this, then some at a time. */
    public void beginEnd(Session session) {
        sessions.beginEnd(session);
    }

    /** The session gives up a batch of what it has. Tells whether there is more. */
    public boolean endNext(Session session, Turn turn) {
        return sessions.endNext(session, turn);
    }

    /**
     * Whoever hosts the session says that it does not read what it is sent, or that it reads again. As long as it does
     * not, others of its groups get what would be for it.
     */
    public void mute(Session session, boolean muted) {
        subscriptions.mute(session, muted);
    }

    /** Whether the session has or waits for something, and so must not be closed for being silent. */
    public boolean isStateful(Session session) {
        return sessions.isStateful(session);
    }

    public boolean holdsAny(Session session) {
        return sessions.holdsAny(session);
    }

    /** Lets everything happen that is due, and returns the instant of what is due next. */
    public long passTime(Turn turn) {
        return upkeep.passTime(turn);
    }

    /** Evicts the holders whose lease is over and whom nobody waits to replace. */
    public void sweep(Turn turn) {
        upkeep.sweep(turn);
    }

    /** Forgets what has been idle for too long. */
    public void collect(Turn turn) {
        upkeep.collect(turn);
    }

    /** From now on nobody waits and nothing new is granted; holders may finish. */
    public void drain(Turn turn) {
        inEveryShard(shard -> shard.drain(turn));
    }

    /** {@code stats}: {@code ok <json>}. */
    public Reply stats(long nowNanos) {
        return new Reply.Text(notedStats().toJson(nowNanos));
    }

    /** The same, to be printed in pieces. */
    public Stats notedStats() {
        return new Stats(this);
    }

    /** {@code stats: summary}: {@code ok <json>}. */
    public Reply summary() {
        Summary summary = new Summary();
        inEveryShard(summary::add);
        return new Reply.Text(summary.toJson(crossings));
    }

    /** {@code stats: key}: {@code ok <json>}. */
    private boolean tellOfKey(Session session, Request request, Turn turn) {
        Key key = request.key();
        Shard shard = shards[key.shard()];
        shard.enter();
        try {
            if (!shard.catchUp(turn)) {
                return false;
            }
            KeyStats stats = new KeyStats(key, shard.resources.get(key), turn.nowNanos());
            turn.outbox().reply(session, request.tag(), new Reply.Text(stats.toJson()));
            return true;
        } finally {
            shard.leave();
        }
    }

    /** Whether anybody listens or watches, so that a single request may have very many to tell. */
    public boolean isHeard() {
        return crossings.listens().count() + crossings.watches().count() > 0;
    }

    /** How many things there are to tell of, which is what {@link #stats} costs. */
    public int things() {
        int resources = crossings.inUse().count() + crossings.idle().count();
        int places = crossings.listens().count() + crossings.watches().count();
        return resources + places + crossings.keys().count();
    }

    /** How many things of each kind the engine remembers. */
    public Census census() {
        Census.Count count = new Census.Count();
        inEveryShard(count::add);
        return count.of(crossings);
    }

    /** Looks at something in the shard of a key. */
    <R> @Nullable R look(Key key, Function<Shard, @Nullable R> question) {
        Shard shard = shards[key.shard()];
        shard.enter();
        try {
            return question.apply(shard);
        } finally {
            shard.leave();
        }
    }

    void inEveryShard(Consumer<Shard> work) {
        for (Shard shard : shards) {
            shard.inside(() -> work.accept(shard));
        }
    }

    Shard[] shards() {
        return shards;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    Crossings crossings() {
        return crossings;
    }

    Settings settings() {
        return settings;
    }
}
