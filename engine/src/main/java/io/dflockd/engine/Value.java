package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/** A few bytes under a key, for ever or for a time. At its deadline it is gone, and nobody is told. */
final class Value extends Datum<Value> implements Deadlines.Deadline {
    private final long sequence;
    byte[] bytes;
    private int placeInDeadlines = Deadlines.NOWHERE;

    Value(Shard shard, Key key, byte[] bytes, long sequence) {
        super(shard, key);
        this.bytes = bytes;
        this.sequence = sequence;
    }

    /** {@code kset: <value>[ TAB <seconds>]} */
    static void set(Call call) {
        put(find(call), call);
        call.answer(Status.OK);
        call.announce();
    }

    /** {@code kget} */
    static void get(Call call) {
        Value value = find(call);
        call.answer(value == null ? Status.NIL.reply() : new Reply.Text(value.bytes));
    }

    /** {@code kdel} */
    static void delete(Call call) {
        Value value = find(call);
        if (value != null) {
            value.shard.deadlines.cancel(value);
            value.shard.values.remove(value);
        }
        call.answer(Status.OK);
        call.announce();
    }

    /** {@code kcas: <old> TAB <new> TAB [<seconds>]} */
    static void compareAndSet(Call call) {
        Value value = find(call);
        boolean asExpected =
                value == null ? call.request().expectsAbsence() : call.request().expects(value.bytes);
        if (!asExpected) {
            call.answer(Status.CAS_CONFLICT);
            return;
        }
        put(value, call);
        call.answer(Status.OK);
        call.announce();
    }

    private static @Nullable Value find(Call call) {
        return call.shard().values.find(call.key(), call.turn());
    }

    /** What was there goes, its deadline too. */
    private static void put(@Nullable Value present, Call call) {
        Shard shard = call.shard();
        Value value = present;
        if (value == null) {
            value = new Value(shard, call.key().copy(), call.request().value(), shard.nextArrival());
            shard.values.add(value, call.turn());
        } else {
            value.bytes = call.request().value();
        }
        if (call.request().ttlSeconds() > 0) {
            shard.deadlines.set(value, call.turn().after(call.request().ttlSeconds()));
        } else {
            shard.deadlines.cancel(value);
        }
    }

    boolean hasDeadline() {
        return placeInDeadlines != Deadlines.NOWHERE;
    }

    @Override
    public void expire(Turn turn) {
        shard.values.remove(this);
    }

    @Override
    public boolean isWait() {
        return false;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public int place() {
        return placeInDeadlines;
    }

    @Override
    public void setPlace(int place) {
        placeInDeadlines = place;
    }
}
