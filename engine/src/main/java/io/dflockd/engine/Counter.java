package io.dflockd.engine;

import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/** A signed 64-bit number. Zero says no more than no counter at all, so a counter at zero is forgotten when idle. */
final class Counter extends Datum<Counter> {
    long value;

    Counter(Shard shard, Key key) {
        super(shard, key);
    }

    /** {@code incr: <amount>} */
    static void increment(Call call) {
        add(call, call.request().number(Field.AMOUNT));
    }

    /** {@code decr: <amount>}. The smallest number has no counterpart that could be added. */
    static void decrement(Call call) {
        long amount = call.request().number(Field.AMOUNT);
        if (amount == Long.MIN_VALUE) {
            throw new Rejected(Status.ERROR, "the amount is out of range");
        }
        add(call, -amount);
    }

    /** {@code get} */
    static void get(Call call) {
        Counter counter = find(call);
        call.answer(new Reply.Figure(counter == null ? 0 : counter.value));
    }

    /** {@code cset: <amount>} */
    static void set(Call call) {
        put(find(call), call.request().number(Field.AMOUNT), call);
        call.answer(Status.OK);
        call.announce();
    }

    private static void add(Call call, long amount) {
        Counter counter = find(call);
        long before = counter == null ? 0 : counter.value;
        long sum = before + amount;
        boolean overflows = ((before ^ sum) & (amount ^ sum)) < 0;
        if (overflows) {
            throw new Rejected(Status.ERROR, "the sum does not fit 64 bits");
        }
        put(counter, sum, call);
        call.answer(new Reply.Figure(sum));
        call.announce();
    }

    private static @Nullable Counter find(Call call) {
        Counter counter = call.shard().counters.find(call.key(), call.turn());
        if (counter != null) {
            counter.set(counter.value); // the latest activity is the last in line
        }
        return counter;
    }

    private static void put(@Nullable Counter present, long number, Call call) {
        if (present != null) {
            present.set(number);
            return;
        }
        Counter counter =
                call.shard().counters.add(new Counter(call.shard(), call.key().copy()), call.turn());
        counter.value = number;
        counter.joinZeros();
    }

    private void set(long number) {
        if (value == 0) {
            shard.zeros.remove(this);
        }
        value = number;
        joinZeros();
    }

    void joinZeros() {
        if (value == 0) {
            shard.zeros.addLast(this);
        }
    }
}
