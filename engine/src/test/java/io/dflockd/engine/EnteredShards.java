package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;

/** A guard that notes who enters, and lets only the subscriptions be entered from within a shard. */
final class EnteredShards implements ShardGuard {
    private static final int NONE = -1;

    private final List<Integer> shards = new ArrayList<>();
    private int inside = NONE;
    private boolean insideSubscriptions;
    private int entriesOfSubscriptions;
    private long nextDeadlineNanos;
    private int waysGiven;

    @Override
    public void enter(int shard) {
        if (inside != NONE || insideSubscriptions) {
            throw new AssertionError("shard " + shard + " was entered from within " + inside);
        }
        inside = shard;
        shards.add(shard);
    }

    @Override
    public void leave(int shard, long nextNanos) {
        if (inside != shard) {
            throw new AssertionError("shard " + shard + " was left from within " + inside);
        }
        inside = NONE;
        nextDeadlineNanos = nextNanos;
    }

    @Override
    public void giveWay(int shard) {
        waysGiven++;
    }

    @Override
    public void enterSubscriptions() {
        if (insideSubscriptions) {
            throw new AssertionError("the subscriptions were entered from within themselves");
        }
        insideSubscriptions = true;
        entriesOfSubscriptions++;
    }

    @Override
    public void leaveSubscriptions() {
        insideSubscriptions = false;
    }

    boolean isOutside() {
        return inside == NONE && !insideSubscriptions;
    }

    /** How often others at a shard were let go first. */
    int waysGiven() {
        return waysGiven;
    }

    /** How often the subscriptions, which cross the shards, were entered. */
    int entriesOfSubscriptions() {
        return entriesOfSubscriptions;
    }

    List<Integer> shards() {
        return shards;
    }

    long nextDeadlineNanos() {
        return nextDeadlineNanos;
    }

    void forget() {
        shards.clear();
        entriesOfSubscriptions = 0;
    }
}
