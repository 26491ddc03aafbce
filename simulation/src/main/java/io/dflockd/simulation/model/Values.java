package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Data.Value;

/** Texts, some of them with a time to live (2.6). */
final class Values {
    private final World world;
    private final Data data;
    private final Watches watches;

    Values(World world, Data data, Watches watches) {
        this.world = world;
        this.data = data;
        this.watches = watches;
    }

    /** {@code kget} */
    void get(Session session, Request request) {
        Value value = data.access(data.values, request.key());
        world.answer(session, request, value == null ? "nil" : "ok " + value.text);
    }

    /** {@code kdel}: an event also if there was nothing. */
    void delete(Session session, Request request) {
        data.values.removeIf(each -> each.key.equals(request.key()));
        succeed(session, request);
    }

    /** {@code kset: <value>[<TAB><secs>]} */
    void set(Session session, Request request) {
        Value value = data.access(data.values, request.key());
        if (value == null && data.isFull()) {
            world.answer(session, request, "error_max_keys");
        } else {
            store(value == null ? data.create(data.values, new Value(request.key())) : value, request);
            succeed(session, request);
        }
    }

    /** {@code kcas: <old><TAB><new><TAB>[<secs>]}: an empty old value stands for a key that is absent. */
    void compareAndSet(Session session, Request request) {
        Value value = data.access(data.values, request.key());
        String present = value == null ? "" : value.text;
        if (present.equals(request.text("old"))) {
            set(session, request);
        } else {
            world.answer(session, request, "cas_conflict");
        }
    }

    private void store(Value value, Request request) {
        long seconds = request.number("ttl");
        value.text = request.text("value");
        value.expires = seconds > 0;
        value.expiresAt = world.after(seconds);
    }

    private void succeed(Session session, Request request) {
        world.answer(session, request, "ok");
        watches.announce(request.verb(), request.key());
    }
}
