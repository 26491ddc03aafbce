package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Data.Counter;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Signed numbers of 64 bits (2.5). */
final class Counters {
    private final World world;
    private final Data data;
    private final Watches watches;

    Counters(World world, Data data, Watches watches) {
        this.world = world;
        this.data = data;
        this.watches = watches;
    }

    /** {@code get} */
    void get(Session session, Request request) {
        Counter counter = data.access(data.counters, request.key());
        world.answer(session, request, "ok " + (counter == null ? 0 : counter.value));
    }

    /** {@code cset: <i64>} */
    void set(Session session, Request request) {
        Counter counter = findOrCreate(request.key());
        if (counter == null) {
            world.answer(session, request, "error_max_keys");
        } else {
            change(counter, request.number("amount"), session, request, "ok");
        }
    }

    /** {@code incr decr: <i64>} */
    void add(Session session, Request request) {
        long amount = request.number("amount");
        boolean isDecrement = request.verb().equals("decr");
        if (isDecrement && amount == Long.MIN_VALUE) {
            world.answer(session, request, "error");
            return;
        }
        Counter counter = findOrCreate(request.key());
        if (counter == null) {
            world.answer(session, request, "error_max_keys");
            return;
        }
        BigInteger sum = BigInteger.valueOf(counter.value).add(BigInteger.valueOf(isDecrement ? -amount : amount));
        if (sum.bitLength() > 63) {
            world.answer(session, request, "error");
        } else {
            change(counter, sum.longValueExact(), session, request, "ok " + sum);
        }
    }

    private @Nullable Counter findOrCreate(String key) {
        Counter counter = data.access(data.counters, key);
        if (counter == null && !data.isFull()) {
            return data.create(data.counters, new Counter(key));
        }
        return counter;
    }

    private void change(Counter counter, long value, Session session, Request request, String answer) {
        counter.value = value;
        world.answer(session, request, answer);
        watches.announce(request.verb(), request.key());
    }
}
