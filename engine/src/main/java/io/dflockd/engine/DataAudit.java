package io.dflockd.engine;

import static io.dflockd.engine.Audit.require;

import io.dflockd.engine.Deadlines.Deadline;
import java.util.Collection;

/** The part of the {@link Audit} that looks at counters, values, lists and barriers. */
final class DataAudit {
    private final Engine engine;
    private int keys;

    DataAudit(Engine engine) {
        this.engine = engine;
    }

    /** Returns how many deadlines the data of the shard has. */
    int check(Shard shard) {
        keys += shard.counters.size() + shard.values.size() + shard.lists.size() + shard.barriers.size();
        checkCounters(shard);
        int due = 0;
        for (Value value : shard.values.all()) {
            checkPlace(value, shard);
            require(value.bytes.length > 0, "an empty value of", value.key, null);
            due += value.hasDeadline() ? 1 : 0;
        }
        for (ItemList list : shard.lists.all()) {
            checkPlace(list, shard);
            require(isUsedOneWay(list), "items or waiters of", list.key, list.items.size());
            due += checkWaiters(list.waiters.toList(), list);
        }
        for (Barrier barrier : shard.barriers.all()) {
            checkPlace(barrier, shard);
            int members = barrier.members.size();
            require(members > 0 && members < barrier.count, "the members of barrier", barrier.key, members);
            due += checkWaiters(barrier.members.values(), barrier);
        }
        return due;
    }

    /** It has items, or somebody waits for one; only sessions on their way out may be left over beside items. */
    private static boolean isUsedOneWay(ItemList list) {
        if (list.items.isEmpty()) {
            return !list.waiters.isEmpty();
        }
        return list.waiters.toList().stream().noneMatch(waiter -> waiter.session.isHere());
    }

    private static void checkCounters(Shard shard) {
        int zeros = 0;
        for (Counter counter : shard.counters.all()) {
            checkPlace(counter, shard);
            zeros += counter.value == 0 ? 1 : 0;
        }
        require(zeros == shard.zeros.size(), "counters at zero in shard", shard.index, shard.zeros.size());
        long since = Long.MIN_VALUE;
        for (Counter zero = shard.zeros.firstOrNull(); zero != null; zero = zero.next) {
            require(zero.lastActivityNanos >= since, "the age of counter", zero.key, zero.lastActivityNanos);
            since = zero.lastActivityNanos;
        }
    }

    private static void checkPlace(Datum<?> datum, Shard shard) {
        require(datum.key.shard() == shard.index && datum.shard == shard, "the shard of", datum.key, shard.index);
    }

    private int checkWaiters(Collection<DataWaiter> waiters, WaitingRoom room) {
        long arrived = -1;
        for (DataWaiter waiter : waiters) {
            require(waiter.room == room && waiter.parked, "a waiter that does not wait", waiter.session, null);
            require(waiter.session.parked(waiter.tag()) == waiter, "a parked request of", waiter.session, waiter.tag());
            require(Audit.isThere(waiter.session, engine), "a waiter without session", waiter.session, waiter.tag());
            require(isSet(waiter), "the patience of a waiter of", waiter.session, waiter.tag());
            require(waiter.sequence() > arrived, "the order of arrival of", waiter.session, waiter.sequence());
            arrived = waiter.sequence();
        }
        return waiters.size();
    }

    private static boolean isSet(Deadline deadline) {
        return deadline.place() != Deadlines.NOWHERE;
    }

    void checkSums() {
        int counted = engine.crossings().keys().count();
        require(keys == counted, "keys", keys, counted);
    }
}
