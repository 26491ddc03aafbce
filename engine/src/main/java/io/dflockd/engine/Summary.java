package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Lines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The object of {@code stats: summary}: how many there are of each kind, and where most wait. */
final class Summary {
    private static final int MOST_QUEUES = 10;

    /** Who waits for one key. */
    private record Queue(Key key, String kind, int waiters) {
        static final Comparator<Queue> LONGEST_FIRST =
                Comparator.comparingInt(Queue::waiters).reversed().thenComparing(Queue::key);
    }

    private int locks;
    private int semaphores;
    private int semaphoreHolders;
    private int readWriteLocks;
    private int readWriteHolders;
    private int counters;
    private int values;
    private int lists;
    private long items;
    private int barriers;
    private int waiters;
    private int observers;
    private final List<Queue> longest = new ArrayList<>();

    void add(Shard shard) {
        for (FifoResource resource : shard.resources.toList()) {
            if (resource.inUse) {
                add(resource);
            }
        }
        counters += shard.counters.size();
        values += shard.values.size();
        for (ItemList list : shard.lists.all()) {
            lists++;
            items += list.items.size();
            addQueue(list.key, "list", list.waiters.size());
        }
        for (Barrier barrier : shard.barriers.all()) {
            barriers++;
            addQueue(barrier.key, "barrier", barrier.members.size());
        }
        shard.observers.values().forEach(each -> observers += each.size());
    }

    private void add(FifoResource resource) {
        int holders = resource.holders.size();
        ResourceKind kind = ResourceKind.of(resource);
        switch (kind) {
            case LOCK -> locks++;
            case SEMAPHORE -> {
                semaphores++;
                semaphoreHolders += holders;
            }
            case READ_WRITE -> {
                readWriteLocks++;
                readWriteHolders += holders;
            }
        }
        addQueue(resource.key, kind.word(), resource.waiters.size());
    }

    private void addQueue(Key key, String kind, int waiting) {
        waiters += waiting;
        if (waiting == 0 || (longest.size() == MOST_QUEUES && waiting < longest.get(MOST_QUEUES - 1).waiters)) {
            return;
        }
        longest.add(new Queue(key, kind, waiting));
        longest.sort(Queue.LONGEST_FIRST);
        if (longest.size() > MOST_QUEUES) {
            longest.remove(MOST_QUEUES);
        }
    }

    byte[] toJson(Crossings crossings) {
        Lines lines = new Lines();
        JsonObject json = new JsonObject(lines);
        json.number("connections", crossings.sessions().size()).number("locks", locks);
        json.number("semaphores", semaphores).number("semaphore_holders", semaphoreHolders);
        json.number("rw_locks", readWriteLocks).number("rw_lock_holders", readWriteHolders);
        json.number("idle", crossings.idle().count()).number("waiters", waiters);
        json.number("counters", counters).number("kv_entries", values);
        json.number("lists", lists).number("list_items", items).number("barriers", barriers);
        json.number("listeners", crossings.listens().count());
        json.number("watchers", crossings.watches().count());
        json.number("observers", observers).number("faults", crossings.faults().count());
        StatsRows<Queue, Queue> queues = new StatsRows<>("longest_queues", longest, (row, now) -> row, Summary::print);
        while (queues.printNext(lines, 0)) {} // at most ten
        json.end();
        return lines.toBytes();
    }

    private static void print(Queue row, JsonObject json) {
        json.text("key", row.key).word("kind", row.kind).number("waiters", row.waiters);
    }
}
