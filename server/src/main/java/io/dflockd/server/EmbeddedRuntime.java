package io.dflockd.server;

import io.dflockd.engine.Crossings;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Session;
import io.dflockd.engine.ShardGuard;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The engine, shared by many threads: a lock around each shard, atomic crossings, and a thread for time. */
final class EmbeddedRuntime implements AutoCloseable {
    private final Engine engine;
    private final LongSupplier clock;
    private final TimeKeeper timeKeeper;
    private final Outbox outbox;
    private volatile boolean isDismissing;

    EmbeddedRuntime(ServerConfig config, Fence fence, LongSupplier clock, Outbox outbox) {
        ShardLocks locks = new ShardLocks();
        Crossings crossings = new Crossings(fence, AtomicTally::new, ConcurrentHashMap::new);
        this.engine = new Engine(config.settings(), crossings, locks, unforeseeableHash());
        this.clock = clock;
        this.outbox = outbox;
        this.timeKeeper = new TimeKeeper(engine, clock, outbox, config.leaseSweepInterval(), config.gcInterval());
        locks.timeKeeper = timeKeeper;
    }

    private static KeyHash unforeseeableHash() {
        SecureRandom random = new SecureRandom();
        return new KeyHash(random.nextLong(), random.nextLong());
    }

    void start() {
        timeKeeper.start();
    }

    Engine engine() {
        return engine;
    }

    long nowNanos() {
        return clock.getAsLong();
    }

    void open(Session session) {
        engine.open(session);
        if (isDismissing) {
            dismiss(List.of(session));
        }
    }

    /** From now on nobody here waits, and nothing new is granted; holders may finish. */
    void dismissAll() {
        isDismissing = true;
        dismiss(engine.sessions());
    }

    private void dismiss(Collection<Session> sessions) {
        engine.dismiss(sessions, new Turn(nowNanos(), new SecureSalts(), outbox));
    }

    long lastTimeKeptNanos() {
        return timeKeeper.lastRunNanos();
    }

    @Override
    public void close() {
        timeKeeper.stop();
    }

    /** One lock for each shard, and one for the subscriptions. Who leaves a shard passes its next deadline on to the time keeper. */
    private static final class ShardLocks implements ShardGuard {
        /** About what it takes a thread to wake up. */
        private static final long WAY_NANOS = 50_000;

        private final ReentrantLock[] locks = new ReentrantLock[Key.SHARDS];
        private final ReentrantLock subscriptions = new ReentrantLock();

        @SuppressWarnings("NullAway.Init") // set before the first request
        private TimeKeeper timeKeeper;

        ShardLocks() {
            for (int i = 0; i < locks.length; i++) {
                locks[i] = new ReentrantLock();
            }
        }

        @Override
        public void enter(int shard) {
            locks[shard].lock();
        }

        @Override
        public void leave(int shard, long nextDeadlineNanos) {
            locks[shard].unlock();
            timeKeeper.expect(nextDeadlineNanos);
        }

        /** The locks are not fair: whoever comes back at once would be inside again before a waiting thread wakes up. */
        @Override
        public void giveWay(int shard) {
            if (locks[shard].hasQueuedThreads()) {
                LockSupport.parkNanos(this, WAY_NANOS);
            }
        }

        @Override
        public void enterSubscriptions() {
            subscriptions.lock();
        }

        @Override
        public void leaveSubscriptions() {
            subscriptions.unlock();
        }
    }
}
