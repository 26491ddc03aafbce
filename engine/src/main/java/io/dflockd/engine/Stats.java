package io.dflockd.engine;

/**
 * The object of the {@code stats} command: one JSON line, collected shard by shard.
 *
 * <p>Inside a shard only figures are noted down; sorting and printing come later, when nobody waits for it.
 */
final class Stats {
    private final int connections;
    private final LockStats locks;
    private final DataStats data;
    private final SubscriptionStats subscriptions = new SubscriptionStats();

    Stats(int connections, long nowNanos, int maxIdle) {
        this.connections = connections;
        this.locks = new LockStats(nowNanos, maxIdle);
        this.data = new DataStats(nowNanos);
    }

    void add(Shard shard) {
        locks.add(shard);
        data.add(shard);
    }

    void add(Subscriptions all) {
        subscriptions.add(all);
    }

    byte[] toJson() {
        JsonObject json = new JsonObject().number("connections", connections);
        locks.print(json);
        data.printStored(json);
        subscriptions.print(json);
        data.printBarriers(json);
        return json.end();
    }
}
