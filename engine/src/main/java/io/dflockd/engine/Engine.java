package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    private Settings settings;
    private final Crossings crossings;
    private final Subscriptions subscriptions;
    private final Shard[] shards = new Shard[Key.SHARDS];
    private final Sessions sessions;
    private final Upkeep upkeep;

    /** An engine whose tables find keys by this hash; nothing that can be seen depends on its secret. */
    public Engine(Settings settings, Crossings crossings, ShardGuard guard, KeyHash hash) {
        this.settings = settings;
        this.crossings = crossings;
        this.subscriptions = new Subscriptions(crossings, guard);
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new Shard(i, settings, crossings, guard, subscriptions, hash);
        }
        this.sessions = new Sessions(crossings, subscriptions, shards);
        this.upkeep = new Upkeep(crossings, shards);
    }

    /** An engine for one thread and clients that are trusted not to choose keys that collide. */
    public static Engine alone(Settings settings, Fence fence) {
        return alone(settings, fence, new KeyHash(0, 0));
    }

    /** An engine for one thread. */
    public static Engine alone(Settings settings, Fence fence, KeyHash hash) {
        return new Engine(settings, Crossings.plain(fence), ShardGuard.NONE, hash);
    }

    /** A session begins of which nothing is known but its number. */
    public void open(Session session) {
        open(session, Origin.UNKNOWN, 0);
    }

    /** A session begins that comes from somewhere, at this instant. */
    public void open(Session session, Origin origin, long nowNanos) {
        session.origin = origin;
        session.openedNanos = nowNanos;
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
            isRun = run(CommandCode.of(request.command()), session, request, turn);
        } catch (Rejected rejected) {
            turn.outbox().reject(session, request.tag(), request.command(), rejected);
        } catch (RuntimeException bug) {
            crossings.faults().takeBelow(Integer.MAX_VALUE);
            turn.outbox().fault(session, request.tag(), request.command(), bug);
        }
        int maxIdle = settings.limits().maxLocks();
        if (crossings.idle().count() - Key.SHARDS - maxIdle / 8 > maxIdle) {
            upkeep.trimIdle(maxIdle);
        }
        return isRun;
    }

    private boolean run(CommandCode code, Session session, Request request, Turn turn) {
        if (code instanceof CommandCode.InShard inShard) {
            return runInShard(inShard, session, request, turn);
        }
        requireAllowed(session, request.command());
        return ((CommandCode.OfSession) code).run(new SessionCall(this, session, request, turn));
    }

    private boolean runInShard(CommandCode.InShard code, Session session, Request request, Turn turn) {
        Shard shard = shards[request.key().shard()];
        shard.enter();
        try {
            Turn here = shard.inOrder(turn);
            if (!shard.catchUp(here)) {
                return false;
            }
            run(code, new Call(shard, session, request, here.replyingFirst(session)));
            return session.signalUnderWay == null;
        } finally {
            shard.leave();
        }
    }

    private static void run(CommandCode.InShard code, Call call) {
        try {
            if (call.session().signalUnderWay == null) {
                requireAllowed(call.session(), call.request().command());
            }
            code.run(call);
        } catch (Rejected rejected) {
            call.reject(rejected);
        }
        call.turn().requestIsRun();
    }

    private static void requireAllowed(Session session, Command command) {
        if (session.dismissed && !command.worksWhileDraining()) {
            throw new Rejected(Status.ERROR_DRAINING, "the server is shutting down");
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
        sessions.mute(session, muted);
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

    /** The instant of what is due next by itself, or the end of time; asking changes nothing. */
    public long nextNanos() {
        long[] next = {Long.MAX_VALUE};
        inEveryShard(shard -> next[0] = Math.min(next[0], shard.nextNanos()));
        return next[0];
    }

    /** Whether a sweep would find anybody to evict. */
    public boolean hasLapsed() {
        boolean[] any = new boolean[1];
        inEveryShard(shard -> any[0] |= !shard.lapsed.isEmpty());
        return any[0];
    }

    /** Since when that has been idle which a collection would forget first, or the end of time if there is nothing. */
    public long idleSinceNanos() {
        long[] since = {Long.MAX_VALUE};
        inEveryShard(shard -> since[0] = Math.min(since[0], shard.idleSinceNanos()));
        return since[0];
    }

    /** Evicts the holders whose lease is over and whom nobody waits to replace. */
    public void sweep(Turn turn) {
        upkeep.sweep(turn);
    }

    /** Forgets what has been idle for too long. */
    public void collect(Turn turn) {
        upkeep.collect(turn);
    }

    /**
     * Whoever hosts these sessions is about to stop: from now on they wait for nothing and are granted nothing, but may
     * finish what they hold. Sessions that somebody else hosts go on.
     */
    public void dismiss(Collection<Session> hosted, Turn turn) {
        hosted.forEach(session -> session.dismissed = true);
        inEveryShard(shard -> shard.dismiss(shard.inOrder(turn)));
    }

    /** All sessions there are: the sessions of an engine with one host. */
    public Collection<Session> sessions() {
        return crossings.sessions().values();
    }

    /** The instant of its latest turn. A runtime that goes on with an engine from a snapshot counts on from here. */
    public long latestNanos() {
        long[] latest = new long[1];
        inEveryShard(shard -> latest[0] = Math.max(latest[0], shard.latestNanos));
        return latest[0];
    }

    /** From now on these hold. Called while nobody else uses the engine. */
    public void adopt(Settings others) {
        settings = others;
        inEveryShard(shard -> shard.settings = others);
    }

    /** No fence up to this one is drawn any more. */
    public void raiseFence(long floor) {
        crossings.fence().raiseTo(floor);
    }

    /** {@code stats}: {@code ok <json>}. */
    public Reply stats(long nowNanos) {
        return new Reply.Text(notedStats().toJson(nowNanos));
    }

    /** The object of {@code stats}, to be printed in pieces. */
    public Stats notedStats() {
        return new Stats(this);
    }

    /** {@code stats: summary}: {@code ok <json>}. */
    public Reply summary() {
        Summary summary = new Summary();
        inEveryShard(summary::add);
        return new Reply.Text(summary.toJson(crossings));
    }

    /** {@code stats: key}: {@code ok <json>}. Nothing changes, not even what is due. */
    public Reply stats(Key key, long nowNanos) {
        Shard shard = shards[key.shard()];
        shard.enter();
        try {
            return new Reply.Text(new KeyStats(key, shard.resources.get(key), nowNanos).toJson());
        } finally {
            shard.leave();
        }
    }

    /** {@code stats: session}: {@code ok <json>}, or nil if there is no session of that number. Nothing changes. */
    public Reply stats(long sessionId, long nowNanos) {
        Session session = crossings.sessions().get(sessionId);
        return session == null
                ? Status.NIL.reply()
                : new Reply.Text(new SessionStats(session, this, nowNanos).toJson());
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

    /** Who listens and watches in each shard, and across them. Called while nobody else uses the engine. */
    List<Audience> audiences() {
        List<Audience> all = new ArrayList<>();
        for (Shard shard : shards) {
            all.add(shard.audience);
        }
        all.add(subscriptions.patterns);
        return all;
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
