package io.dflockd.engine;

import io.dflockd.protocol.Field;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Items in a row, taken from either end, and those who wait for one.
 *
 * <p>Invariant: whoever waits, waits at an empty list; only sessions that end in steps may be left over. A list with
 * neither items nor waiters is gone.
 */
final class ItemList extends Datum<ItemList> implements WaitingRoom {
    final Items items = new Items();
    final Chain<DataWaiter> waiters = new Chain<>();

    private enum End {
        LEFT,
        RIGHT
    }

    ItemList(Shard shard, Key key) {
        super(shard, key);
    }

    /** {@code lpush: <value>} */
    static void pushLeft(Call call) {
        push(call, End.LEFT);
    }

    /** {@code rpush: <value>} */
    static void pushRight(Call call) {
        push(call, End.RIGHT);
    }

    /** {@code lpop} */
    static void popLeft(Call call) {
        pop(call, End.LEFT);
    }

    /** {@code rpop} */
    static void popRight(Call call) {
        pop(call, End.RIGHT);
    }

    /** {@code blpop: <timeout>} */
    static void takeLeft(Call call) {
        take(call, End.LEFT);
    }

    /** {@code brpop: <timeout>} */
    static void takeRight(Call call) {
        take(call, End.RIGHT);
    }

    /** {@code llen} */
    static void length(Call call) {
        ItemList list = find(call);
        call.answer(new Reply.Figure(list == null ? 0 : list.items.size()));
    }

    /** {@code lrange: <start> <stop>}. A negative index counts from the end. */
    static void range(Call call) {
        ItemList list = find(call);
        int size = list == null ? 0 : list.items.size();
        long start = call.request().number(Field.START);
        long stop = call.request().number(Field.STOP);
        long from = Math.max(0, start < 0 ? start + size : start);
        long to = Math.min(size - 1, stop < 0 ? stop + size : stop);
        List<byte[]> items = list == null || from > to ? List.of() : list.items.range((int) from, (int) to);
        call.answer(new Reply.Items(items));
    }

    private static void push(Call call, End end) {
        ItemList list = find(call);
        DataWaiter oldest = list == null ? null : list.oldestWaiter();
        if (list != null && oldest != null) {
            list.handOver(oldest, call);
            return;
        }
        int maxLength = call.settings().limits().maxListLength();
        if (list != null && maxLength > 0 && list.items.size() >= maxLength) {
            throw new Rejected(Status.ERROR_LIST_FULL, "the list is as long as allowed");
        }
        ItemList target = list == null ? create(call) : list;
        if (end == End.LEFT) {
            target.items.addFirst(call.request().value());
        } else {
            target.items.addLast(call.request().value());
        }
        call.answer(new Reply.Figure(target.items.size()));
        call.announce();
    }

    /** Nothing is stored: the item goes to who has waited longest, at whichever end. */
    private void handOver(DataWaiter oldest, Call call) {
        waiters.remove(oldest);
        removeIfUnused();
        call.answer(new Reply.Figure(0));
        call.announce();
        oldest.answer(new Reply.Text(call.request().value()), call.turn());
        shard.announce(oldest.command.word(), key, call.turn());
    }

    /** Whose turn it is, past those whose sessions have ended. */
    private @Nullable DataWaiter oldestWaiter() {
        DataWaiter waiter = waiters.firstOrNull();
        while (waiter != null && shard.hasEnded(waiter.session)) {
            waiter = waiter.next;
        }
        return waiter;
    }

    private static void pop(Call call, End end) {
        ItemList list = find(call);
        if (list == null || list.items.isEmpty()) {
            call.answer(Status.NIL);
            return;
        }
        byte[] item = end == End.LEFT ? list.items.removeFirst() : list.items.removeLast();
        list.removeIfUnused();
        call.answer(new Reply.Text(item));
        call.announce();
    }

    private static void take(Call call, End end) {
        ItemList list = find(call);
        if (list != null && !list.items.isEmpty()) {
            pop(call, end);
            return;
        }
        long timeout = call.request().number(Field.TIMEOUT);
        if (timeout > 0) {
            call.requireParkingSpace();
            ItemList empty = list == null ? create(call) : list;
            empty.waiters.addLast(DataWaiter.park(call, empty, timeout));
            return;
        }
        if (list == null) {
            call.shard().lists.requireRoom();
        }
        call.answer(Status.NIL);
    }

    private static @Nullable ItemList find(Call call) {
        return call.shard().lists.find(call.key(), call.turn());
    }

    private static ItemList create(Call call) {
        return call.shard().lists.add(new ItemList(call.shard(), call.key().copy()), call.turn());
    }

    private void removeIfUnused() {
        if (items.isEmpty() && waiters.isEmpty()) {
            shard.lists.remove(this);
        }
    }

    @Override
    public Shard shard() {
        return shard;
    }

    @Override
    public void giveUp(DataWaiter waiter, Turn turn) {
        sendAway(waiter, Status.NIL, turn);
    }

    @Override
    public void dismiss(Turn turn) {
        for (DataWaiter waiter : waiters.toList()) {
            if (waiter.session.dismissed) {
                sendAway(waiter, Status.ERROR_DRAINING, turn);
            }
        }
    }

    private void sendAway(DataWaiter waiter, Status why, Turn turn) {
        waiters.remove(waiter);
        waiter.answer(why.reply(), turn);
        removeIfUnused();
    }
}
