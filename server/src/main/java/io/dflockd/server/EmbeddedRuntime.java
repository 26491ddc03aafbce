package io.dflockd.server;

import io.dflockd.engine.Census;
import io.dflockd.engine.Crossings;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Outbox;
import io.dflockd.engine.Salts;
import io.dflockd.engine.Session;
import io.dflockd.engine.ShardGuard;
import io.dflockd.engine.Stats;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.KeyHash;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The engine, shared by many threads: a lock around each shard, atomic crossings, and a thread for time. */
final class EmbeddedRuntime implements EngineRuntime {
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

    @Override
    public void start() {
        timeKeeper.start();
    }

    Engine engine() {
        return engine;
    }

    @Override
    public long nowNanos() {
        return clock.getAsLong();
    }

    @Override
    public Intake newIntake() {
        return new DirectIntake();
    }

    @Override
    public Census census() {
        return engine.census();
    }

    @Override
    public int things() {
        return engine.things();
    }

    @Override
    public Stats stats() {
        return engine.notedStats();
    }

    @Override
    public Reply summary() {
        return engine.summary();
    }

    @Override
    public void dismissAll() {
        isDismissing = true;
        dismiss(engine.sessions());
    }

    private void dismiss(Collection<Session> sessions) {
        engine.dismiss(sessions, new Turn(nowNanos(), new SecureSalts(), outbox));
    }

    @Override
    public long lastTimeKeptNanos() {
        return timeKeeper.lastRunNanos();
    }

    @Override
    public void close() {
        timeKeeper.stop();
    }

    /** Runs requests at once, on the thread that brings them. */
    private final class DirectIntake implements Intake {
        private final Salts salts = new SecureSalts();
        private Turn turn = new Turn(0, salts, outbox);

        @Override
        public void look() {
            turn = new Turn(nowNanos(), salts, outbox);
        }

        @Override
        public void open(ServerSession session) {
            engine.open(session);
            if (isDismissing) {
                dismiss(List.of(session));
            }
        }

        @Override
        public boolean submit(ServerSession session, Request request) {
            return engine.tryToApply(session, request, turn);
        }

        @Override
        public void mute(ServerSession session, boolean muted) {
            engine.mute(session, muted);
        }

        @Override
        public boolean withdrawSome(ServerSession session) {
            look();
            return engine.withdrawSome(session, turn);
        }

        @Override
        public void beginEnd(ServerSession session) {
            look();
            engine.beginEnd(session);
        }

        @Override
        public boolean endNext(ServerSession session) {
            return engine.endNext(session, turn);
        }

        @Override
        public boolean isStateful(ServerSession session) {
            return engine.isStateful(session);
        }

        @Override
        public boolean holdsAny(ServerSession session) {
            return engine.holdsAny(session);
        }

        @Override
        public boolean mayTakeLong() {
            return engine.isHeard();
        }
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
