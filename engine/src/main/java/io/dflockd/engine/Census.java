package io.dflockd.engine;

/** How many things of each kind the engine remembers: what an operator watches grow, and a test sees return to zero. */
public record Census(
        int sessions, int inUse, int idle, int resources, int holders, int waiters, int deadlines, int lapsed) {

    /** Whether nothing is held, waited for or scheduled, and nobody is there. Idle resources may be left. */
    public boolean isQuiet() {
        return sessions == 0 && inUse == 0 && resources == idle && holders + waiters + deadlines + lapsed == 0;
    }

    /** The sum over all shards. */
    static final class Count {
        private int resources;
        private int holders;
        private int waiters;
        private int deadlines;
        private int lapsed;

        void add(Shard shard) {
            resources += shard.resources.size();
            deadlines += shard.deadlines.size();
            lapsed += shard.lapsed.size();
            for (FifoResource resource : shard.resources.values()) {
                holders += resource.holders.size();
                waiters += resource.waiters.size();
            }
        }

        Census of(Crossings crossings) {
            int sessions = crossings.sessions().size();
            int inUse = crossings.inUse().count();
            return new Census(
                    sessions, inUse, crossings.idle().count(), resources, holders, waiters, deadlines, lapsed);
        }
    }
}
