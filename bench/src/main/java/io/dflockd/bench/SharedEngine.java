package io.dflockd.bench;

import io.dflockd.engine.Crossings;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Settings;
import io.dflockd.engine.ShardGuard;
import io.dflockd.engine.Tally;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** An engine that several threads drive, with the same locks around it as in the server; it counts who enters. */
final class SharedEngine implements ShardGuard {
    private final ReentrantLock[] shards = new ReentrantLock[Key.SHARDS];
    private final ReentrantLock subscriptions = new ReentrantLock();
    private final LongAdder entries = new LongAdder();

    /** No grants are measured here, so the fence is one for a single thread. */
    final Engine engine = new Engine(
            Settings.DEFAULT,
            new Crossings(Fence.after(0), Count::new, ConcurrentHashMap::new),
            this,
            new KeyHash(0, 0));

    SharedEngine() {
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new ReentrantLock();
        }
    }

    /** How often the subscriptions were entered, which cross the shards. */
    long entriesOfSubscriptions() {
        return entries.sum();
    }

    @Override
    public void enter(int shard) {
        shards[shard].lock();
    }

    @Override
    public void leave(int shard, long nextDeadlineNanos) {
        shards[shard].unlock();
    }

    @Override
    public void giveWay(int shard) {}

    @Override
    public void enterSubscriptions() {
        subscriptions.lock();
        entries.increment();
    }

    @Override
    public void leaveSubscriptions() {
        subscriptions.unlock();
    }

    private static final class Count implements Tally {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public boolean takeBelow(int limit) {
            return count.getAndUpdate(seen -> seen < limit ? seen + 1 : seen) < limit;
        }

        @Override
        public void giveBack() {
            count.decrementAndGet();
        }

        @Override
        public int count() {
            return count.get();
        }
    }
}
