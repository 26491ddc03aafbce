package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A whole server of the naive kind: what goes in are sessions, requests and time, what comes out are answers. */
public final class Model implements Server {
    private final World world;
    private final Subscriptions subscriptions;
    private final Signals signals;
    private final Watches watches;
    private final Observers observers;
    private final Resources resources;
    private final Commands commands;
    private final Data data;
    private final Counters counters;
    private final Values values;
    private final Lists lists;
    private final Barriers barriers;
    private final Waits waits;
    private final Deadlines deadlines;
    private boolean draining;

    public Model(ModelSettings settings) {
        this.world = new World(settings);
        this.subscriptions = new Subscriptions(world);
        this.signals = new Signals(world, subscriptions);
        this.watches = new Watches(world, subscriptions);
        this.observers = new Observers(world, subscriptions);
        this.resources = new Resources(world, watches, observers);
        this.commands = new Commands(world, resources, watches);
        this.data = new Data(world);
        this.counters = new Counters(world, data, watches);
        this.values = new Values(world, data, watches);
        this.lists = new Lists(world, data, watches);
        this.barriers = new Barriers(world, data);
        this.waits = new Waits(resources, data, lists, barriers);
        this.deadlines = new Deadlines(world, resources, data, waits);
    }

    @Override
    public void open(long session) {
        Session opened = new Session(session, world.settings.fenceField());
        opened.dismissed = draining;
        world.sessions.add(opened);
    }

    /** A lease that ends just now is over; a wait that ends just now is still in its queue. */
    @Override
    public void request(long from, Frame frame, long now) {
        Session session = session(from);
        Request request = Request.parse(frame, session.tagged);
        String tag = Request.tagOf(frame, session.tagged);
        boolean tagInUse = session.isTagInUse(tag); // also if its answer is just due
        deadlines.fire(now, now - 1);
        if (request == null || tagInUse) {
            world.answer(session, tag, "error");
            return;
        }
        world.begin(session, request);
        run(session, request);
        world.finish();
    }

    private void run(Session session, Request request) {
        switch (request.verb()) {
            case "r", "sr", "rr", "wr", "resign" -> commands.release(session, request);
            case "n", "sn", "rn", "wn" -> commands.renew(session, request);
            case "w", "sw", "rw", "ww" ->
                commands.await(session, request, session.dismissed ? "error_draining" : "error_not_enqueued");
            case "ping" -> world.answer(session, request, "ok");
            case "stats" -> world.answer(session, request, StatsLine.of(world, resources, data, subscriptions));
            default -> runUnlessDraining(session, request);
        }
    }

    /** What is refused during a shutdown (4.17). */
    private void runUnlessDraining(Session session, Request request) {
        if (session.dismissed) {
            world.answer(session, request, "error_draining");
            return;
        }
        switch (request.verb()) {
            case "l", "sl", "rl", "wl", "elect" -> commands.acquire(session, request);
            case "e", "se", "re", "we" -> commands.enqueue(session, request);
            case "get" -> counters.get(session, request);
            case "cset" -> counters.set(session, request);
            case "incr", "decr" -> counters.add(session, request);
            case "kget" -> values.get(session, request);
            case "kset" -> values.set(session, request);
            case "kdel" -> values.delete(session, request);
            case "kcas" -> values.compareAndSet(session, request);
            case "lpush", "rpush" -> lists.push(session, request);
            case "lpop", "rpop" -> lists.pop(session, request);
            case "blpop", "brpop" -> lists.popOrWait(session, request);
            case "llen" -> lists.length(session, request);
            case "lrange" -> lists.range(session, request);
            case "bwait" -> barriers.await(session, request);
            case "observe" -> observers.observe(session, request, resources);
            case "unobserve" -> observers.unobserve(session, request);
            case "listen" -> signals.listen(session, request);
            case "unlisten" -> signals.unlisten(session, request);
            case "signal" -> signals.signal(session, request);
            case "watch" -> watches.watch(session, request);
            case "unwatch" -> watches.unwatch(session, request);
            case "cancel" -> cancel(session, request);
            default -> world.answer(session, request, session.change(request) ? "ok" : "error");
        }
    }

    private void cancel(Session session, Request request) {
        Parked parked = session.tagged ? session.parked(request.text("word")) : null;
        world.answer(session, request, parked == null ? "error" : "ok");
        if (parked != null) {
            waits.giveUp(parked);
        }
    }

    @Override
    public void stopReading(long id) {
        session(id).reads = false;
    }

    /** A session disconnects (4.13). */
    @Override
    public void end(long id, long now) {
        endAll(List.of(id), now);
    }

    /** Several sessions disconnect together: none of them gets what another leaves. */
    public void endAll(List<Long> ids, long now) {
        world.now = now;
        List<Session> all = ids.stream().map(this::session).toList();
        for (Session session : all) {
            session.leaving = true;
            signals.leaveAll(session);
            subscriptions.removeAllOf(session);
        }
        for (Session session : all) {
            lists.leaveAll(session);
            barriers.leaveAll(session);
            resources.leaveAll(session);
            world.sessions.remove(session);
        }
    }

    /** The session asks for nothing more: what it waits for is answered as if its time were up. */
    public void withdraw(long id) {
        List.copyOf(session(id).parked).forEach(waits::giveUp);
    }

    @Override
    public void passTime(long now) {
        deadlines.fire(now, now);
    }

    @Override
    public void sweep(long now) {
        passTime(now);
        resources.keys.forEach(resources::evictLapsed);
    }

    /** Idle entries are forgotten (4.12). */
    @Override
    public void collect(long now) {
        passTime(now);
        long maxIdle = world.settings.gcMaxIdleSeconds();
        resources.keys.removeIf(key -> key.isIdle() && world.isOlderThan(maxIdle, key.lastActivity));
        data.collect();
    }

    @Override
    public void drain(long now) {
        passTime(now);
        draining = true;
        dismiss(world.sessions.stream().map(each -> each.id).toList());
    }

    /** These sessions wait for nothing and are granted nothing any more; others go on. */
    public void dismiss(List<Long> ids) {
        ids.forEach(id -> session(id).dismissed = true);
        waits.dismiss();
    }

    private Session session(long id) {
        return world.sessions.stream().filter(each -> each.id == id).findFirst().orElseThrow();
    }

    /** The leases, times to live and waits that end some time. */
    public List<Due> dues() {
        return deadlines.all();
    }

    /** How many grants there were; they are numbered from one. */
    public long grants() {
        return resources.grants;
    }

    /** What would stay for ever, and how to get rid of it. While the server drains, nothing helps. */
    public List<Frame> leftovers() {
        List<Frame> frames = new ArrayList<>();
        if (!draining) {
            data.counters.forEach(each -> frames.add(new Frame("cset", each.key, "0")));
            data.values.forEach(each -> frames.add(new Frame("kdel", each.key, "")));
            data.lists.forEach(
                    each -> frames.addAll(Collections.nCopies(each.items.size(), new Frame("lpop", each.key, ""))));
        }
        return frames;
    }

    /** How many keys of data there are. */
    public int dataKeys() {
        return data.size();
    }

    @Override
    public Set<Long> takeSlow() {
        return world.takeSlow();
    }

    @Override
    public List<Answer> takeAnswers() {
        return world.takeAnswers();
    }
}
