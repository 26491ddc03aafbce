package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;

/** A guard that notes who enters, and does not let a second shard be entered from within one. */
final class EnteredShards implements ShardGuard {
    private static final int NONE = -1;

    private final List<Integer> shards = new ArrayList<>();
    private int inside = NONE;
    private long nextDeadlineNanos;

    @Override
    public void enter(int shard) {
        if (inside != NONE) {
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

    boolean isOutside() {
        return inside == NONE;
    }

    List<Integer> shards() {
        return shards;
    }

    long nextDeadlineNanos() {
        return nextDeadlineNanos;
    }

    void forget() {
        shards.clear();
    }
}
