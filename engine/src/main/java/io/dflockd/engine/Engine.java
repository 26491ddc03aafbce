package io.dflockd.engine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state machine: it takes a request, the session that sent it and a turn, changes its state, and puts answers into
 * the turn's outbox.
 *
 * <p>It has no clock, thread, lock, socket or random source. State changes only inside a shard, and a request touches
 * one shard; the {@link ShardGuard} decides who may be inside. What concerns all shards visits them one after another.
 */
public final class Engine {
    /** How many deadlines may fire, or places be given up, before others get a chance to enter. */
    private static final int BATCH = 512;

    private static final Map<Command, Consumer<Call>> CODE = new EnumMap<>(Command.class);

    static {
        for (Command command : Command.values()) {
            if (command.isKeyed()) {
                CODE.put(command, codeFor(command));
            }
        }
    }

    private final Settings settings;
    private final Crossings crossings;
    private final ShardGuard guard;
    private final Subscriptions subscriptions;
    private final Shard[] shards = new Shard[Key.SHARDS];
    private final int idleSlack;

    public Engine(Settings settings, Crossings crossings, ShardGuard guard) {
        this.settings = settings;
        this.crossings = crossings;
        this.guard = guard;
        this.idleSlack = Key.SHARDS + settings.limits().maxLocks() / 8;
        this.subscriptions = new Subscriptions(crossings, guard);
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new Shard(i, settings, crossings, subscriptions);
        }
    }

    /** An engine for one thread. */
    public static Engine alone(Settings settings, Fence fence) {
        return new Engine(settings, Crossings.plain(fence), ShardGuard.NONE);
    }

    /** The code of each keyed command. No default, so a command without code does not compile. */
    private static Consumer<Call> codeFor(Command command) {
        return switch (command) {
            case LOCK, ELECT -> Semaphore::lock;
            case LOCK_ENQUEUE -> Semaphore::enqueueLock;
            case SEMAPHORE -> Semaphore::acquire;
            case SEMAPHORE_ENQUEUE -> Semaphore::enqueue;
            case READ_LOCK -> ReadWriteLock::read;
            case READ_ENQUEUE -> ReadWriteLock::enqueueRead;
            case WRITE_LOCK -> ReadWriteLock::write;
            case WRITE_ENQUEUE -> ReadWriteLock::enqueueWrite;
            case LOCK_RELEASE, SEMAPHORE_RELEASE, READ_RELEASE, WRITE_RELEASE -> FifoResource::release;
            case RESIGN -> FifoResource::resign;
            case LOCK_RENEW, SEMAPHORE_RENEW, READ_RENEW, WRITE_RENEW -> FifoResource::renew;
            case LOCK_WAIT, SEMAPHORE_WAIT, READ_WAIT, WRITE_WAIT -> FifoResource::await;
            case COUNTER_INCREMENT -> Counter::increment;
            case COUNTER_DECREMENT -> Counter::decrement;
            case COUNTER_GET -> Counter::get;
            case COUNTER_SET -> Counter::set;
            case VALUE_SET -> Value::set;
            case VALUE_GET -> Value::get;
            case VALUE_DELETE -> Value::delete;
            case VALUE_COMPARE_AND_SET -> Value::compareAndSet;
            case LIST_PUSH_LEFT -> ItemList::pushLeft;
            case LIST_PUSH_RIGHT -> ItemList::pushRight;
            case LIST_POP_LEFT -> ItemList::popLeft;
            case LIST_POP_RIGHT -> ItemList::popRight;
            case LIST_LENGTH -> ItemList::length;
            case LIST_RANGE -> ItemList::range;
            case LIST_TAKE_LEFT -> ItemList::takeLeft;
            case LIST_TAKE_RIGHT -> ItemList::takeRight;
            case BARRIER_WAIT -> Barrier::await;
            case OBSERVE -> Election::observe;
            case UNOBSERVE -> Election::unobserve;
            case LISTEN -> Subscriptions::listen;
            case UNLISTEN -> Subscriptions::unlisten;
            case SIGNAL -> Subscriptions::signal;
            case WATCH -> Subscriptions::watch;
            case UNWATCH -> Subscriptions::unwatch;
            case AUTH, PING, STATS, FENCE, TAGGING, CANCEL, STABLE_REF, READ_BARRIER ->
                throw new IllegalStateException(command + " has no key and is run by the engine itself");
        };
    }

    public void open(Session session) {
        session.showsFence = settings.fenceField();
        crossings.sessions().put(session.id(), session);
    }

    /** Runs a request. Its reply is in the outbox afterwards, unless the request is parked. */
    public void apply(Session session, Request request, Turn turn) {
        try {
            if (session.parked(request.tag()) != null) {
                throw new Rejected(Status.ERROR, "the tag is in use");
            }
            if (request.command().isKeyed()) {
                applyToShard(session, request, turn);
            } else {
                applyToConnection(session, request, turn);
            }
        } catch (Rejected rejected) {
            turn.outbox().reply(session, request.tag(), rejected.status().reply());
        }
        if (crossings.idle().count() - idleSlack > settings.limits().maxLocks()) {
            trimIdle();
        }
    }

    private void applyToShard(Session session, Request request, Turn turn) {
        Shard shard = shards[request.key().shard()];
        enter(shard);
        try {
            shard.catchUp(turn);
            run(new Call(shard, session, request, turn.replyingFirst(session)));
        } finally {
            leave(shard);
        }
    }

    private static void run(Call call) {
        try {
            if (call.shard().draining) {
                requireWorksWhileDraining(call.request().command());
            }
            code(call.request().command()).accept(call);
        } catch (Rejected rejected) {
            call.answer(rejected.status());
        }
        call.turn().end();
    }

    @SuppressWarnings("NullAway") // every keyed command has code
    private static Consumer<Call> code(Command command) {
        return CODE.get(command);
    }

    private void applyToConnection(Session session, Request request, Turn turn) {
        if (!request.command().worksWhileDraining() && isDraining()) {
            requireWorksWhileDraining(request.command());
        }
        if (request.command() == Command.CANCEL) {
            cancel(session, request, turn);
            return;
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
    }

    private Reply stats(Request request, Turn turn) {
        if (request.asksAboutKey()) {
            return keyStats(request.key(), turn);
        }
        return request.asksForSummary() ? summary() : stats(turn.nowNanos());
    }

    private static void requireWorksWhileDraining(Command command) {
        if (!command.worksWhileDraining()) {
            throw new Rejected(Status.ERROR_DRAINING, "the server is shutting down");
        }
    }

    /** All shards drain together, so any of them can tell. */
    private boolean isDraining() {
        enter(shards[0]);
        try {
            return shards[0].draining;
        } finally {
            leave(shards[0]);
        }
    }

    /** {@code cancel: <tag>}. A request that has just been granted is past cancelling. */
    private void cancel(Session session, Request request, Turn turn) {
        Parked parked = session.parked(request.number(Field.TAG));
        if (!session.tagged || parked == null) {
            throw new Rejected(Status.ERROR, "no parked request has that tag");
        }
        Shard shard = parked.shard();
        enter(shard);
        try {
            shard.catchUp(turn);
            if (!parked.isParked()) {
                throw new Rejected(Status.ERROR, "the request has just been answered");
            }
            Turn ordered = turn.replyingFirst(session);
            parked.cancel(ordered);
            ordered.outbox().reply(session, request.tag(), Status.OK.reply());
        } finally {
            leave(shard);
        }
    }

    /**
     * A session ends: what it waits for and, unless the settings say otherwise, what it holds goes to others. What else
     * is due at this instant comes later, so that the ending session wins nothing any more.
     */
    public void end(Session session, Turn turn) {
        beginEnd(session, turn);
        while (endNext(session, turn)) {} // all at once
    }

    /** The same in steps, for who has many claims to give up while others wait: first this, then some at a time. */
    public void beginEnd(Session session, Turn turn) {
        crossings.sessions().remove(session.id());
        unsubscribe(session);
        for (Waiter waiter : session.waiters()) {
            inShard(waiter.shard(), shard -> waiter.abandon(turn));
        }
    }

    /** The session ends in as many of its shards as a batch of claims takes. Tells whether there are more. */
    public boolean endNext(Session session, Turn turn) {
        int ended = 0;
        while (session.touchedShards() != 0 && ended < BATCH) {
            ended += endIn(shards[Long.numberOfTrailingZeros(session.touchedShards())], session, turn);
        }
        if (session.touchedShards() == 0) {
            session.forgetParked();
            return false;
        }
        return true;
    }

    private int endIn(Shard shard, Session session, Turn turn) {
        session.leave(shard.index);
        enter(shard);
        try {
            return shard.end(session, turn);
        } finally {
            leave(shard);
        }
    }

    private void unsubscribe(Session session) {
        List<Subscriber> others = new ArrayList<>();
        for (Subscriber each : session.subscriptions()) {
            session.unsubscribe(each.what);
            if (each.what.kind() == Subscription.Kind.OBSERVE) {
                inShard(shards[each.what.name().shard()], shard -> Election.remove(each, shard));
            } else {
                others.add(each);
            }
        }
        for (int from = 0; from < others.size(); from += BATCH) {
            subscriptions.removeAll(others.subList(from, Math.min(from + BATCH, others.size())));
        }
    }

    /** Whether the session has or waits for something, and so must not be closed for being silent. */
    public boolean isStateful(Session session) {
        return session.isSubscribed() || session.parkedRequests() > 0 || anyShard(session, claims -> !claims.isEmpty());
    }

    public boolean holdsAny(Session session) {
        return anyShard(session, SessionClaims::holdsAny);
    }

    private boolean anyShard(Session session, Predicate<SessionClaims> test) {
        for (Shard shard : shards) {
            if (hasTouched(session, shard)) {
                enter(shard);
                try {
                    SessionClaims claims = session.claimsOrNull(shard.index);
                    if (claims != null && test.test(claims)) {
                        return true;
                    }
                } finally {
                    leave(shard);
                }
            }
        }
        return false;
    }

    private static boolean hasTouched(Session session, Shard shard) {
        return (session.touchedShards() >>> shard.index & 1) != 0;
    }

    /** Lets everything happen that is due, and returns the instant of what is due next. */
    public long passTime(Turn turn) {
        long next = Long.MAX_VALUE;
        for (Shard shard : shards) {
            boolean more = true;
            while (more) {
                enter(shard);
                try {
                    more = shard.passTime(BATCH, turn);
                    next = more ? next : Math.min(next, shard.deadlines.nextNanos());
                } finally {
                    leave(shard);
                }
            }
        }
        return next;
    }

    /** Evicts the holders whose lease is over and whom nobody waits to replace. */
    public void sweep(Turn turn) {
        for (Shard shard : shards) {
            boolean more = true;
            while (more) {
                enter(shard);
                try {
                    shard.catchUp(turn);
                    more = shard.sweep(BATCH, turn);
                } finally {
                    leave(shard);
                }
            }
        }
    }

    /** Forgets what has been idle for too long. */
    public void collect(Turn turn) {
        inEveryShard(shard -> shard.collect(turn));
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
    private Reply keyStats(Key key, Turn turn) {
        Shard shard = shards[key.shard()];
        enter(shard);
        try {
            shard.catchUp(turn);
            return new Reply.Text(new KeyStats(key, shard.resources.get(key), turn.nowNanos()).toJson());
        } finally {
            leave(shard);
        }
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

    /** Drops the longest idle resources of all shards, down to as many as the settings allow. */
    private void trimIdle() {
        long[] idleSince = new long[shards.length];
        for (int i = 0; i < shards.length; i++) {
            idleSince[i] = longestIdleSince(shards[i], false);
        }
        while (crossings.idle().count() > settings.limits().maxLocks()) {
            int oldest = indexOfSmallest(idleSince);
            if (idleSince[oldest] == Long.MAX_VALUE) {
                return; // others were faster
            }
            idleSince[oldest] = longestIdleSince(shards[oldest], true);
        }
    }

    private long longestIdleSince(Shard shard, boolean dropFirst) {
        enter(shard);
        try {
            if (dropFirst && !shard.idle.isEmpty()) {
                shard.dropLongestIdle();
            }
            return shard.longestIdleSinceNanos();
        } finally {
            leave(shard);
        }
    }

    private static int indexOfSmallest(long[] values) {
        int smallest = 0;
        for (int i = 1; i < values.length; i++) {
            smallest = values[i] < values[smallest] ? i : smallest;
        }
        return smallest;
    }

    /** Looks at something in the shard of a key. */
    <R> @Nullable R look(Key key, Function<Shard, @Nullable R> question) {
        Shard shard = shards[key.shard()];
        enter(shard);
        try {
            return question.apply(shard);
        } finally {
            leave(shard);
        }
    }

    void inEveryShard(Consumer<Shard> work) {
        for (Shard shard : shards) {
            inShard(shard, work);
        }
    }

    private void inShard(Shard shard, Consumer<Shard> work) {
        enter(shard);
        try {
            work.accept(shard);
        } finally {
            leave(shard);
        }
    }

    private void enter(Shard shard) {
        guard.enter(shard.index);
    }

    private void leave(Shard shard) {
        guard.leave(shard.index, shard.deadlines.nextNanos());
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
