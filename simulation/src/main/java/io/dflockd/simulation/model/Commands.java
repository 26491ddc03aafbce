package io.dflockd.simulation.model;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The commands on locks, semaphores, read-write locks and elections (2.2 to 2.4, 2.9, 4.2 to 4.5). */
final class Commands {
    private final World world;
    private final Resources resources;
    private final Watches watches;
    private final ModelSettings settings;

    Commands(World world, Resources resources, Watches watches) {
        this.world = world;
        this.resources = resources;
        this.watches = watches;
        this.settings = world.settings;
    }

    /** {@code l rl wl elect: <timeout> [<lease>]}, {@code sl: <timeout> <limit> [<lease>]} */
    void acquire(Session session, Request request) {
        String refusal = refusal(request);
        boolean waits = refusal == null && !isFree(request);
        if (refusal != null) {
            world.answer(session, request, refusal);
        } else if (waits && request.timeout() == 0) {
            world.answer(session, request, "timeout");
        } else if (waits && !world.mayPark(session)) {
            world.answer(session, request, "error_max_waiters");
        } else {
            Waiter waiter = waiter(session, request, null);
            park(waiter, request);
            join(waiter, request);
        }
    }

    /** {@code e re we: [<lease>]}, {@code se: <limit> [<lease>]} */
    void enqueue(Session session, Request request) {
        resources.touch(request.key());
        Entry old = session.entry(request.key());
        if (old != null && old.isLapsed(world.now)) {
            resources.evictLapsed(old.key);
        }
        if (old != null && old.state != Entry.State.TOLD_LAPSED) {
            world.answer(session, request, "error_already_enqueued");
            return;
        }
        String refusal = refusal(request);
        if (refusal != null) {
            world.answer(session, request, refusal);
            return;
        }
        Entry entry = new Entry(resources.findOrCreate(request.key()));
        session.entries.remove(old);
        session.entries.add(entry);
        join(waiter(session, request, entry), request);
        if (entry.state == Entry.State.GRANTED) {
            entry.state = Entry.State.TOLD;
            world.answer(session, request, Resources.told(entry.holder(), "acquired", session.showsFence(request)));
            watches.announce("acquire", request.key());
        } else {
            world.answer(session, request, "queued");
        }
    }

    /** Steps 2, 3 and 5 of 4.2: the word that refuses a newcomer, or null. */
    private @Nullable String refusal(Request request) {
        Key key = resources.touch(request.key());
        if (key != null) {
            resources.evictLapsed(key);
        }
        if (key == null || key.isIdle()) {
            return resources.countInUse() >= settings.limits().maxLocks() ? "error_max_locks" : null;
        }
        if (key.isReadWrite != request.mode().isReadWrite()) {
            return "error_type_mismatch";
        }
        if (key.limit != request.limit()) {
            return "error_limit_mismatch";
        }
        int most = settings.limits().maxWaiters();
        boolean isFull = most > 0 && key.queue.size() >= most;
        return isFull && !isFree(request) ? "error_max_waiters" : null;
    }

    /** Step 4: whether a newcomer need not wait. */
    private boolean isFree(Request request) {
        Key key = resources.find(request.key());
        return key == null || key.isIdle() || (key.queue.isEmpty() && key.admits(request.mode()));
    }

    /** Step 6. Who need not wait joins an empty queue and is served at once. */
    private void join(Waiter waiter, Request request) {
        if (waiter.key.isIdle()) {
            waiter.key.isReadWrite = request.mode().isReadWrite();
            waiter.key.limit = request.limit();
        }
        waiter.key.queue.add(waiter);
        resources.serve(waiter.key);
        waiter.hasQueued = waiter.key.queue.contains(waiter);
    }

    private Waiter waiter(Session session, Request request, @Nullable Entry entry) {
        Key key = resources.findOrCreate(request.key());
        return new Waiter(world.nextArrival(), key, session, request.mode(), leaseOf(request), entry);
    }

    private long leaseOf(Request request) {
        return request.lease() > 0 ? request.lease() : settings.defaultLeaseSeconds();
    }

    private void park(Waiter waiter, Request request) {
        waiter.parked = world.park(waiter.session, request, waiter.arrival);
    }

    /** {@code w sw rw ww: <timeout>}; {@code withoutEntry} is the answer if nothing was enqueued. */
    void await(Session session, Request request, String withoutEntry) {
        resources.touch(request.key());
        Entry entry = session.entry(request.key());
        if (entry == null) {
            world.answer(session, request, withoutEntry);
            return;
        }
        switch (entry.state) {
            case QUEUED -> awaitGrant(entry.waiter(), request);
            case TOLD, GRANTED -> collect(entry, request);
            case TOLD_LAPSED, GRANTED_LAPSED -> {
                session.entries.remove(entry);
                world.answer(session, request, "error_lease_expired");
            }
        }
    }

    private void awaitGrant(Waiter waiter, Request request) {
        if (waiter.parked != null) {
            world.answer(waiter.session, request, "error_not_enqueued");
        } else if (request.timeout() == 0) {
            resources.leave(waiter);
            world.answer(waiter.session, request, "timeout");
        } else if (!world.mayPark(waiter.session)) {
            world.answer(waiter.session, request, "error_max_waiters");
        } else {
            park(waiter, request);
        }
    }

    private void collect(Entry entry, Request request) {
        Holder holder = entry.holder();
        if (holder.isLapsed(world.now)) {
            world.answer(holder.session, request, "error_lease_expired");
            resources.free(holder);
        } else {
            holder.leaseEnd = world.after(holder.leaseSeconds);
            boolean isNews = entry.state == Entry.State.GRANTED;
            holder.useUpEntry();
            world.answer(holder.session, request, Resources.told(holder, "ok", holder.session.showsFence(request)));
            if (isNews) {
                watches.announce("acquire", request.key());
            }
        }
    }

    /** {@code r sr rr wr resign: <token>} */
    void release(Session session, Request request) {
        Optional<Holder> holder = holder(request);
        world.answer(session, request, holder.isPresent() ? "ok" : "error");
        if (request.verb().equals("resign")) {
            holder.ifPresent(resources::resign);
        } else {
            holder.ifPresent(resources::free);
        }
    }

    /** {@code n sn rn wn: <token> [<lease>]} */
    void renew(Session session, Request request) {
        Holder holder = holder(request).orElse(null);
        if (holder == null) {
            world.answer(session, request, "error");
        } else if (holder.isLapsed(world.now)) {
            world.answer(session, request, "error_lease_expired");
            resources.free(holder);
        } else {
            long lease = leaseOf(request);
            holder.leaseEnd = world.after(lease);
            String fence = Resources.fenceField(holder, session.showsFence(request));
            world.answer(session, request, "ok " + lease + fence);
        }
    }

    /** The slot that the token names; a token is good for its own key only. */
    private Optional<Holder> holder(Request request) {
        Key key = resources.touch(request.key());
        return Optional.ofNullable(key).stream()
                .flatMap(each -> each.holders.stream())
                .filter(each -> each.token().equals(request.text("word")))
                .findFirst();
    }
}
