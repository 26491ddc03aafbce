package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All keys with their holders and queues, and how slots change hands. */
final class Resources {
    final List<Key> keys = new ArrayList<>();
    long grants;
    private final World world;
    private final Watches watches;
    private final Observers observers;

    Resources(World world, Watches watches, Observers observers) {
        this.world = world;
        this.watches = watches;
        this.observers = observers;
    }

    @Nullable
    Key find(String name) {
        return keys.stream().filter(each -> each.name.equals(name)).findFirst().orElse(null);
    }

    /** The key, if it exists. A request that names it is activity (4.12). */
    @Nullable
    Key touch(String name) {
        Key key = find(name);
        if (key != null) {
            key.lastActivity = world.now;
        }
        return key;
    }

    Key findOrCreate(String name) {
        Key key = find(name);
        if (key == null) {
            key = new Key(name);
            keys.add(key);
        }
        return key;
    }

    long countInUse() {
        return keys.stream().filter(each -> !each.isIdle()).count();
    }

    /** Grants the head of the queue for as long as it may enter. */
    void serve(Key key) {
        while (!key.queue.isEmpty() && key.admits(key.queue.get(0).mode)) {
            Waiter first = key.queue.remove(0);
            if (!first.session.leaving) {
                grant(key, first);
            }
        }
    }

    private void grant(Key key, Waiter waiter) {
        Holder holder = new Holder(++grants, waiter);
        holder.leaseEnd = world.after(holder.leaseSeconds);
        key.holders.add(holder);
        key.lastActivity = world.now;
        if (waiter.entry != null) {
            waiter.entry.state = Entry.State.GRANTED;
        }
        if (waiter.hasQueued && key.hasOneSlot()) {
            observers.failover(holder);
        }
        if (waiter.parked != null) {
            tell(holder, waiter.parked);
        }
    }

    private void tell(Holder holder, Parked parked) {
        holder.useUpEntry();
        world.answerParked(parked, told(holder, "ok", parked.showsFence()));
        if (parked.request().verb().equals("elect")) {
            watches.announce("elect", holder.key.name);
            observers.elected(holder);
        } else {
            watches.announce("acquire", holder.key.name);
        }
    }

    /** {@code ok <token> <lease>[F]} */
    static String told(Holder holder, String status, boolean showsFence) {
        return status + " " + holder.token() + " " + holder.leaseSeconds + fenceField(holder, showsFence);
    }

    static String fenceField(Holder holder, boolean showsFence) {
        return showsFence ? " " + holder.fence() : "";
    }

    /** All who are over their time go together. */
    void evictLapsed(Key key) {
        evict(key, key.holders.stream().filter(each -> each.isLapsed(world.now)).toList());
    }

    void evict(Key key, List<Holder> lapsed) {
        lapsed.forEach(Holder::lapseEntry);
        lose(key, lapsed);
    }

    /** A slot is given back, and with it the entry it may come from. */
    void free(Holder holder) {
        holder.useUpEntry();
        lose(holder.key, List.of(holder));
    }

    /** A leader gives its slot back. */
    void resign(Holder holder) {
        holder.useUpEntry();
        remove(holder.key, List.of(holder), "resign");
        if (holder.key.hasOneSlot()) {
            observers.resigned(holder.key);
        }
        serve(holder.key);
    }

    /** Slots end otherwise. Observers hear of it if they knew the leader and nobody takes over (4.6). */
    void lose(Key key, List<Holder> lost) {
        if (lost.isEmpty()) {
            return;
        }
        remove(key, lost, "release");
        serve(key);
        boolean wasKnown = key.hasOneSlot() && lost.get(0).isAnnounced;
        if (wasKnown && key.holders.isEmpty()) {
            observers.resigned(key);
        }
    }

    /** Watchers hear of it once, however many slots there are, and before anybody is served (4.7). */
    private void remove(Key key, List<Holder> lost, String event) {
        key.holders.removeAll(lost);
        key.lastActivity = world.now;
        watches.announce(event, key.name);
    }

    /** A waiter goes without a grant. */
    void leave(Waiter waiter) {
        waiter.key.queue.remove(waiter);
        waiter.session.entries.remove(waiter.entry);
        serve(waiter.key);
    }

    void giveUp(Parked parked) {
        Waiter waiter = keys.stream()
                .flatMap(key -> key.queue.stream())
                .filter(each -> parked.equals(each.parked))
                .findFirst()
                .orElseThrow();
        world.answerParked(parked, "timeout");
        leave(waiter);
    }

    /** A session goes: first everything of it leaves a key, then the queue is served. */
    void leaveAll(Session session) {
        for (Key key : keys) {
            boolean waited = key.queue.removeIf(each -> each.session == session);
            List<Holder> held = !world.settings.autoRelease()
                    ? List.of()
                    : key.holders.stream()
                            .filter(each -> each.session == session)
                            .toList();
            if (waited || !held.isEmpty()) {
                key.lastActivity = world.now;
                lose(key, held);
                serve(key);
            }
        }
    }

    /** Those who wait and have been dismissed are told so. */
    void dismiss() {
        for (Key key : keys) {
            List<Waiter> waiters =
                    key.queue.stream().filter(each -> each.session.dismissed).toList();
            key.queue.removeAll(waiters); // before the first of them leaves, so that none is granted a place any more
            waiters.forEach(this::dismiss);
        }
    }

    private void dismiss(Waiter waiter) {
        if (waiter.parked != null) {
            world.answerParked(waiter.parked, "error_draining");
        }
        leave(waiter);
    }
}
