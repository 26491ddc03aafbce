package io.dflockd.simulation.model;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The commands on locks, semaphores, read-write locks and elections (2.2 to 2.4, 2.9, 4.2 to 4.5). */
final class Commands {
    private final Resources resources;
    private final ModelSettings settings;
    private long arrivals;

    Commands(Resources resources) {
        this.resources = resources;
        this.settings = resources.settings;
    }

    /** {@code l rl wl elect: <timeout> [<lease>]}, {@code sl: <timeout> <limit> [<lease>]} */
    void acquire(Session session, Request request) {
        String refusal = refusal(request);
        boolean waits = refusal == null && !isFree(request);
        if (refusal != null) {
            resources.answer(session, request, refusal);
        } else if (waits && request.timeout() == 0) {
            resources.answer(session, request, "timeout");
        } else if (waits && !mayPark(session)) {
            resources.answer(session, request, "error_max_waiters");
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
        if (old != null && old.isLapsed(resources.now)) {
            resources.evictLapsed(old.key);
        }
        if (old != null && old.state != Entry.State.TOLD_LAPSED) {
            resources.answer(session, request, "error_already_enqueued");
            return;
        }
        String refusal = refusal(request);
        if (refusal != null) {
            resources.answer(session, request, refusal);
            return;
        }
        Entry entry = new Entry(resources.findOrCreate(request.key()));
        session.entries.remove(old);
        session.entries.add(entry);
        join(waiter(session, request, entry), request);
        if (entry.state == Entry.State.GRANTED) {
            entry.state = Entry.State.TOLD;
            resources.answer(session, request, Resources.told(entry.holder(), "acquired", session.showsFence(request)));
        } else {
            resources.answer(session, request, "queued");
        }
    }

    /** Steps 2, 3 and 5 of 4.2: the word that refuses a newcomer, or null. */
    private @Nullable String refusal(Request request) {
        Key key = resources.touch(request.key());
        if (key != null) {
            resources.evictLapsed(key);
        }
        if (key == null || key.isIdle()) {
            return resources.countInUse() >= settings.maxLocks() ? "error_max_locks" : null;
        }
        if (key.isReadWrite != request.mode().isReadWrite()) {
            return "error_type_mismatch";
        }
        if (key.limit != request.limit()) {
            return "error_limit_mismatch";
        }
        boolean full = settings.maxWaiters() > 0 && key.queue.size() >= settings.maxWaiters();
        return full && !isFree(request) ? "error_max_waiters" : null;
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
    }

    private Waiter waiter(Session session, Request request, @Nullable Entry entry) {
        Key key = resources.findOrCreate(request.key());
        return new Waiter(arrivals++, key, session, request.mode(), leaseOf(request), entry);
    }

    private long leaseOf(Request request) {
        return request.lease() > 0 ? request.lease() : settings.defaultLeaseSeconds();
    }

    private boolean mayPark(Session session) {
        return session.parked.size() < settings.maxInflight();
    }

    private void park(Waiter waiter, Request request) {
        long giveUpAt = resources.after(request.timeout());
        Parked parked = new Parked(waiter, request, waiter.session.showsFence(request), giveUpAt);
        waiter.parked = parked;
        waiter.session.parked.add(parked);
    }

    /** {@code w sw rw ww: <timeout>}; {@code withoutEntry} is the answer if nothing was enqueued. */
    void await(Session session, Request request, String withoutEntry) {
        resources.touch(request.key());
        Entry entry = session.entry(request.key());
        if (entry == null) {
            resources.answer(session, request, withoutEntry);
            return;
        }
        switch (entry.state) {
            case QUEUED -> awaitGrant(entry.waiter(), request);
            case TOLD, GRANTED -> collect(entry.holder(), request);
            case TOLD_LAPSED, GRANTED_LAPSED -> {
                session.entries.remove(entry);
                resources.answer(session, request, "error_lease_expired");
            }
        }
    }

    private void awaitGrant(Waiter waiter, Request request) {
        if (waiter.parked != null) {
            resources.answer(waiter.session, request, "error_not_enqueued");
        } else if (request.timeout() == 0) {
            resources.leave(waiter);
            resources.answer(waiter.session, request, "timeout");
        } else if (!mayPark(waiter.session)) {
            resources.answer(waiter.session, request, "error_max_waiters");
        } else {
            park(waiter, request);
        }
    }

    private void collect(Holder holder, Request request) {
        if (holder.isLapsed(resources.now)) {
            resources.free(holder);
            resources.answer(holder.session, request, "error_lease_expired");
        } else {
            holder.leaseEnd = resources.after(holder.leaseSeconds);
            holder.useUpEntry();
            resources.answer(holder.session, request, Resources.told(holder, "ok", holder.session.showsFence(request)));
        }
    }

    /** {@code r sr rr wr resign: <token>} */
    void release(Session session, Request request) {
        Optional<Holder> holder = holder(request);
        holder.ifPresent(resources::free);
        resources.answer(session, request, holder.isPresent() ? "ok" : "error");
    }

    /** {@code n sn rn wn: <token> [<lease>]} */
    void renew(Session session, Request request) {
        Holder holder = holder(request).orElse(null);
        if (holder == null) {
            resources.answer(session, request, "error");
        } else if (holder.isLapsed(resources.now)) {
            resources.free(holder);
            resources.answer(session, request, "error_lease_expired");
        } else {
            long lease = leaseOf(request);
            holder.leaseEnd = resources.after(lease);
            String fence = Resources.fenceField(holder, session.showsFence(request));
            resources.answer(session, request, "ok " + lease + fence);
        }
    }

    /** The slot that the token names; a token is good for its own key only. */
    private Optional<Holder> holder(Request request) {
        Key key = resources.touch(request.key());
        return Optional.ofNullable(key).stream()
                .flatMap(each -> each.holders.stream())
                .filter(each -> each.token().equals(request.word()))
                .findFirst();
    }
}
