package io.dflockd.simulation.model;

import io.dflockd.simulation.model.Data.ItemList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of items, and who waits for the next one (2.7, 4.9). */
final class Lists {
    private final World world;
    private final Data data;
    private final Watches watches;

    Lists(World world, Data data, Watches watches) {
        this.world = world;
        this.data = data;
        this.watches = watches;
    }

    private @Nullable ItemList access(Request request) {
        return data.access(data.lists, request.key());
    }

    /** {@code lpush rpush: <value>} */
    void push(Session session, Request request) {
        int most = world.settings.limits().maxListLength();
        ItemList list = access(request);
        if (list == null && data.isFull()) {
            world.answer(session, request, "error_max_keys");
        } else if (list != null && !list.waiters.isEmpty()) {
            handOver(list, session, request);
        } else if (list != null && most > 0 && list.items.size() >= most) {
            world.answer(session, request, "error_list_full");
        } else {
            store(list == null ? data.create(data.lists, new ItemList(request.key())) : list, session, request);
        }
    }

    private void store(ItemList list, Session session, Request request) {
        list.items.add(isLeft(request) ? 0 : list.items.size(), request.text("value"));
        world.answer(session, request, "ok " + list.items.size());
        watches.announce(request.verb(), list.key);
    }

    /** The oldest waiter gets the item, whatever its side. */
    private void handOver(ItemList list, Session session, Request request) {
        Parked oldest = list.waiters.remove(0);
        forgetIfEmpty(list);
        world.answer(session, request, "ok 0");
        watches.announce(request.verb(), list.key);
        world.answerParked(oldest, "ok " + request.text("value"));
        watches.announce(oldest.request().verb(), list.key);
    }

    /** {@code lpop rpop} */
    void pop(Session session, Request request) {
        ItemList list = access(request);
        if (list == null || list.items.isEmpty()) {
            world.answer(session, request, "nil");
        } else {
            take(list, session, request);
        }
    }

    private void take(ItemList list, Session session, Request request) {
        String item = list.items.remove(isLeft(request) ? 0 : list.items.size() - 1);
        forgetIfEmpty(list);
        world.answer(session, request, "ok " + item);
        watches.announce(request.verb(), list.key);
    }

    /** {@code blpop brpop: <timeout>} */
    void popOrWait(Session session, Request request) {
        ItemList list = access(request);
        if (list != null && !list.items.isEmpty()) {
            take(list, session, request);
        } else if (request.timeout() > 0 && !world.mayPark(session)) {
            world.answer(session, request, "error_max_waiters");
        } else if (list == null && data.isFull()) {
            world.answer(session, request, "error_max_keys");
        } else if (request.timeout() == 0) {
            world.answer(session, request, "nil");
        } else {
            ItemList created = list == null ? data.create(data.lists, new ItemList(request.key())) : list;
            created.waiters.add(world.park(session, request, world.nextArrival()));
        }
    }

    void giveUp(Parked waiter, String line) {
        for (ItemList list : List.copyOf(data.lists)) {
            list.waiters.remove(waiter);
            forgetIfEmpty(list);
        }
        world.answerParked(waiter, line);
    }

    /** A session goes, and waits no longer. */
    void leaveAll(Session session) {
        for (ItemList list : List.copyOf(data.lists)) {
            list.waiters.removeIf(each -> each.session() == session);
            forgetIfEmpty(list);
        }
    }

    private void forgetIfEmpty(ItemList list) {
        if (list.items.isEmpty() && list.waiters.isEmpty()) {
            data.lists.remove(list);
        }
    }

    /** {@code llen} */
    void length(Session session, Request request) {
        ItemList list = access(request);
        world.answer(session, request, "ok " + (list == null ? 0 : list.items.size()));
    }

    /** {@code lrange: <start> <stop>}: both included, negative ones count from the end. */
    void range(Session session, Request request) {
        ItemList list = access(request);
        List<String> items = list == null ? List.of() : list.items;
        long start = Math.max(0, fromLeft(request.number("start"), items.size()));
        long stop = Math.min(items.size() - 1, fromLeft(request.number("stop"), items.size()));
        List<String> range = start > stop ? List.of() : items.subList((int) start, (int) stop + 1);
        world.answer(session, request, "ok " + Json.array(range));
    }

    private static long fromLeft(long index, int size) {
        return index < 0 ? index + size : index;
    }

    private static boolean isLeft(Request request) {
        return request.verb().startsWith("l") || request.verb().startsWith("bl");
    }
}
