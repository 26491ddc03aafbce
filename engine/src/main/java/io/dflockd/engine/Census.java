package io.dflockd.engine;

/** How many things of each kind the engine remembers: what an operator watches grow, and a test sees return to zero. */
public record Census(
        int sessions,
        int inUse,
        int idle,
        int resources,
        int holders,
        int waiters, // of every kind: for a slot, for an item, at a barrier
        int deadlines, // of leases and waits; those of values are not counted
        int lapsed,
        int counters,
        int values,
        int lists,
        int barriers,
        int observers,
        int listens,
        int watches) {

    /** Whether nothing is held, waited for or scheduled, and nobody is there. Idle resources and data may be left. */
    public boolean isQuiet() {
        int busy = inUse + holders + waiters + deadlines + lapsed + barriers;
        return sessions == 0 && busy == 0 && resources == idle && observers + listens + watches == 0;
    }

    /** Whether there is nothing at all. */
    public boolean isEmpty() {
        return isQuiet() && resources + keys() == 0;
    }

    /** How many keys have data. */
    public int keys() {
        return counters + values + lists + barriers;
    }

    /** The sum over all shards. */
    static final class Count {
        private int resources;
        private int holders;
        private int waiters;
        private int deadlines;
        private int lapsed;
        private int counters;
        private int values;
        private int lists;
        private int barriers;
        private int observers;

        void add(Shard shard) {
            resources += shard.resources.size();
            deadlines += shard.deadlines.size();
            lapsed += shard.lapsed.size();
            for (FifoResource resource : shard.resources.toList()) {
                holders += resource.holders.size();
                waiters += resource.waiters.size();
            }
            counters += shard.counters.size();
            values += shard.values.size();
            shard.values.all().forEach(value -> deadlines -= value.hasDeadline() ? 1 : 0);
            lists += shard.lists.size();
            barriers += shard.barriers.size();
            shard.lists.all().forEach(list -> waiters += list.waiters.size());
            shard.barriers.all().forEach(barrier -> waiters += barrier.members.size());
            shard.observers.values().forEach(each -> observers += each.size());
        }

        Census of(Crossings crossings) {
            return new Census(
                    crossings.sessions().size(),
                    crossings.inUse().count(),
                    crossings.idle().count(),
                    resources,
                    holders,
                    waiters,
                    deadlines,
                    lapsed,
                    counters,
                    values,
                    lists,
                    barriers,
                    observers,
                    crossings.listens().count(),
                    crossings.watches().count());
        }
    }
}
