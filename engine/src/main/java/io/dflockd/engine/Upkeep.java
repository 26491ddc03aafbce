package io.dflockd.engine;

import java.util.function.BooleanSupplier;

/**
 * What becomes of the state in the course of time, without any request: deadlines pass, leases that ran out are swept,
 * and what is idle goes. Shards are visited one after another, and nobody waits at one for longer than a batch takes.
 */
final class Upkeep {
    private final Crossings crossings;
    private final Shard[] shards;

    Upkeep(Crossings crossings, Shard[] shards) {
        this.crossings = crossings;
        this.shards = shards;
    }

    long passTime(Turn turn) {
        long[] next = {Long.MAX_VALUE};
        for (Shard shard : shards) {
            inBatches(shard, () -> {
                boolean more = shard.passTime(shard.inOrder(turn));
                next[0] = more ? next[0] : Math.min(next[0], shard.nextNanos());
                return more;
            });
        }
        return next[0];
    }

    void sweep(Turn turn) {
        for (Shard shard : shards) {
            inBatches(shard, () -> shard.sweep(shard.inOrder(turn)));
        }
    }

    void collect(Turn turn) {
        for (Shard shard : shards) {
            inBatches(shard, () -> shard.collect(shard.inOrder(turn)));
        }
    }

    /** Works in the shard as long as there is more to do, and lets others in between. */
    private static void inBatches(Shard shard, BooleanSupplier work) {
        boolean more = true;
        while (more) {
            shard.enter();
            try {
                more = work.getAsBoolean();
            } finally {
                shard.leave();
            }
            if (more) {
                shard.giveWay();
            }
        }
    }

    /** Drops the longest idle resources of all shards: a batch, or down to as many as there may be. */
    void trimIdle(int most) {
        long[] idleSince = new long[shards.length];
        for (int i = 0; i < shards.length; i++) {
            idleSince[i] = longestIdleSince(shards[i]);
        }
        for (int i = 0; i < Shard.BATCH && crossings.idle().count() > most; i++) {
            int oldest = indexOfSmallest(idleSince);
            if (idleSince[oldest] == Long.MAX_VALUE) {
                return; // others were faster
            }
            idleSince[oldest] = dropLongestIdle(shards[oldest]);
        }
    }

    private static long longestIdleSince(Shard shard) {
        shard.enter();
        try {
            return shard.longestIdleSinceNanos();
        } finally {
            shard.leave();
        }
    }

    /** Returns since when the next one is idle. */
    private static long dropLongestIdle(Shard shard) {
        shard.enter();
        try {
            if (!shard.idle.isEmpty()) {
                shard.dropLongestIdle();
            }
            return shard.longestIdleSinceNanos();
        } finally {
            shard.leave();
        }
    }

    private static int indexOfSmallest(long[] values) {
        int smallest = 0;
        for (int i = 1; i < values.length; i++) {
            smallest = values[i] < values[smallest] ? i : smallest;
        }
        return smallest;
    }
}
