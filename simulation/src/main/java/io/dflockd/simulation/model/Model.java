package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.List;

/** A whole server of the naive kind: what goes in are sessions, requests and time, what comes out are answers. */
public final class Model implements Server {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final List<Session> sessions = new ArrayList<>();
    private final ModelSettings settings;
    private final Resources resources;
    private final Commands commands;
    private final Deadlines deadlines;
    private boolean draining;

    public Model(ModelSettings settings) {
        this.settings = settings;
        this.resources = new Resources(settings);
        this.commands = new Commands(resources);
        this.deadlines = new Deadlines(resources, sessions);
    }

    @Override
    public void open(long session) {
        sessions.add(new Session(session, settings.fenceField()));
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
            resources.answer(session, tag, "error");
        } else {
            run(session, request);
        }
    }

    private void run(Session session, Request request) {
        switch (request.verb()) {
            case "r", "sr", "rr", "wr", "resign" -> commands.release(session, request);
            case "n", "sn", "rn", "wn" -> commands.renew(session, request);
            case "w", "sw", "rw", "ww" ->
                commands.await(session, request, draining ? "error_draining" : "error_not_enqueued");
            case "ping" -> resources.answer(session, request, "ok");
            case "stats" -> resources.answer(session, request, StatsLine.of(sessions.size(), resources));
            default -> runUnlessDraining(session, request);
        }
    }

    /** What is refused during a shutdown (4.17). */
    private void runUnlessDraining(Session session, Request request) {
        if (draining) {
            resources.answer(session, request, "error_draining");
            return;
        }
        switch (request.verb()) {
            case "l", "sl", "rl", "wl", "elect" -> commands.acquire(session, request);
            case "e", "se", "re", "we" -> commands.enqueue(session, request);
            case "cancel" -> cancel(session, request);
            default -> resources.answer(session, request, changeConnection(session, request) ? "ok" : "error");
        }
    }

    /** The commands that concern the connection alone: whether they succeed. */
    private boolean changeConnection(Session session, Request request) {
        switch (request.verb()) {
            case "barrier" -> {
                return true;
            }
            case "fence" -> {
                session.showsFence = request.word().equals("on");
                return true;
            }
            case "tag" -> {
                boolean allowed = request.word().equals("on") || session.parked.isEmpty();
                session.tagged = allowed ? request.word().equals("on") : session.tagged;
                return allowed;
            }
            case "stable-ref" -> {
                boolean allowed =
                        !session.hasReference && Grammar.trim(request.key()).matches("[ -~]{1,64}");
                session.hasReference |= allowed;
                return allowed;
            }
            default -> { // auth: no secret is configured
                return false;
            }
        }
    }

    private void cancel(Session session, Request request) {
        Parked parked = session.tagged ? session.parked(request.word()) : null;
        resources.answer(session, request, parked == null ? "error" : "ok");
        if (parked != null) {
            resources.giveUp(parked, "timeout");
        }
    }

    /** A session disconnects (4.13): first everything of it goes, then the queues are served. */
    @Override
    public void end(long id, long now) {
        resources.now = now;
        Session session = session(id);
        for (Key key : resources.keys) {
            boolean waited = key.queue.removeIf(each -> each.session == session);
            boolean held = settings.autoRelease() && key.holders.removeIf(each -> each.session == session);
            if (waited || held) {
                key.lastActivity = now;
                resources.serve(key);
            }
        }
        sessions.remove(session);
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
        resources.keys.removeIf(
                key -> key.isIdle() && now - key.lastActivity > settings.gcMaxIdleSeconds() * NANOS_PER_SECOND);
    }

    /** The server shuts down: who waits is told so, queued entries are dropped (4.17). */
    @Override
    public void drain(long now) {
        passTime(now);
        draining = true;
        for (Key key : resources.keys) {
            List<Waiter> waiters = List.copyOf(key.queue);
            key.queue.clear(); // before the first of them leaves, so that nobody is granted a place any more
            waiters.forEach(this::dismiss);
        }
    }

    private void dismiss(Waiter waiter) {
        if (waiter.parked != null) {
            resources.answer(waiter.session, waiter.parked.request(), "error_draining");
        }
        resources.leave(waiter);
    }

    private Session session(long id) {
        return sessions.stream().filter(each -> each.id == id).findFirst().orElseThrow();
    }

    /** The leases and waits that end some time. */
    public List<Due> dues() {
        return deadlines.all();
    }

    /** How many grants there were; they are numbered from one. */
    public long grants() {
        return resources.grants;
    }

    @Override
    public List<Answer> takeAnswers() {
        List<Answer> taken = List.copyOf(resources.answers);
        resources.answers.clear();
        return taken;
    }
}
