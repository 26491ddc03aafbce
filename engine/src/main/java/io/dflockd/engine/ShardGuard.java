package io.dflockd.engine;

/**
 * Who may be inside a shard: the runtime's lock around it. The engine never enters a second shard from within one; only
 * the subscriptions, the patterns that cross all shards, are entered from within a shard, and from within them nothing.
 */
public interface ShardGuard {
    void enter(int shard);

    /** Leaves the shard, which next has something to do by itself at {@code nextDeadlineNanos}. */
    void leave(int shard, long nextDeadlineNanos);

    /** Called outside by somebody with much to do there, before the next entry: those who wait at the shard go first. */
    void giveWay(int shard);

    void enterSubscriptions();

    void leaveSubscriptions();

    /** For one thread. */
    ShardGuard NONE = new ShardGuard() {
        @Override
        public void enter(int shard) {}

        @Override
        public void leave(int shard, long nextDeadlineNanos) {}

        @Override
        public void giveWay(int shard) {}

        @Override
        public void enterSubscriptions() {}

        @Override
        public void leaveSubscriptions() {}
    };
}
