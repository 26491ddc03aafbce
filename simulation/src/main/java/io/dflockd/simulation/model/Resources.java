package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All keys with their holders and queues, and how slots change hands. */
final class Resources {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    final ModelSettings settings;
    final List<Key> keys = new ArrayList<>();
    final List<Answer> answers = new ArrayList<>();
    long now;
    long grants;

    Resources(ModelSettings settings) {
        this.settings = settings;
    }

    void answer(Session session, Request request, String line) {
        answer(session, request.tag(), line);
    }

    void answer(Session session, String tag, String line) {
        answers.add(new Answer(session.id, tag.isEmpty() ? line : tag + " " + line));
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
            key.lastActivity = now;
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

    long after(long seconds) {
        long nanos = seconds * NANOS_PER_SECOND;
        return Long.MAX_VALUE - now < nanos ? Long.MAX_VALUE : now + nanos;
    }

    /** Grants the head of the queue for as long as it may enter. */
    void serve(Key key) {
        while (!key.queue.isEmpty() && key.admits(key.queue.get(0).mode)) {
            grant(key, key.queue.remove(0));
        }
    }

    private void grant(Key key, Waiter waiter) {
        Holder holder = new Holder(++grants, waiter);
        holder.leaseEnd = after(holder.leaseSeconds);
        key.holders.add(holder);
        key.lastActivity = now;
        if (waiter.entry != null) {
            waiter.entry.state = Entry.State.GRANTED;
        }
        Parked parked = waiter.parked;
        if (parked != null) {
            waiter.session.parked.remove(parked);
            holder.useUpEntry();
            answer(waiter.session, parked.request(), told(holder, "ok", parked.showsFence()));
        }
    }

    /** {@code ok <token> <lease>[F]} */
    static String told(Holder holder, String status, boolean showsFence) {
        return status + " " + holder.token() + " " + holder.leaseSeconds + fenceField(holder, showsFence);
    }

    static String fenceField(Holder holder, boolean showsFence) {
        return showsFence ? " " + holder.fence() : "";
    }

    void evictLapsed(Key key) {
        List<Holder> lapsed =
                key.holders.stream().filter(each -> each.isLapsed(now)).toList();
        lapsed.forEach(this::evict);
    }

    void evict(Holder holder) {
        holder.lapseEntry();
        holder.key.holders.remove(holder);
        holder.key.lastActivity = now;
        serve(holder.key);
    }

    /** A slot is given back, and with it the entry it may come from. */
    void free(Holder holder) {
        holder.useUpEntry();
        holder.key.holders.remove(holder);
        holder.key.lastActivity = now;
        serve(holder.key);
    }

    /** A waiter goes without a grant. */
    void leave(Waiter waiter) {
        waiter.key.queue.remove(waiter);
        waiter.session.entries.remove(waiter.entry);
        waiter.session.parked.remove(waiter.parked);
        serve(waiter.key);
    }

    void giveUp(Parked parked, String line) {
        answer(parked.waiter().session, parked.request(), line);
        leave(parked.waiter());
    }
}
