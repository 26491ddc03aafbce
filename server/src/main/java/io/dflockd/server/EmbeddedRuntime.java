package io.dflockd.server;

import io.dflockd.engine.Census;
import io.dflockd.engine.Crossings;
import io.dflockd.engine.Engine;
import io.dflockd.engine.Fence;
import io.dflockd.engine.Origin;
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
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The engine, shared by many threads: a lock around each shard, atomic crossings, and a thread for time. */
final class EmbeddedRuntime implements EngineRuntime {
    private static final long FENCE_CHECK_MILLIS = 1_000;

    private final Engine engine;
    private final Closeable fenceFile;
    private final LongSupplier clock;
    private final TimeKeeper timeKeeper;
    private final Outbox outbox;
    private Consumer<Error> onBreakdown = broken -> {}; // set before it starts
    private volatile boolean isDismissing;

    /** A runtime whose fences grow over restarts, with a file for that if the configuration names one. */
    static EmbeddedRuntime open(ServerConfig config, LongSupplier clock, ScheduledExecutorService background)
            throws StartupException {
        ServerFence fence = openFence(config, background);
        background.scheduleWithFixedDelay(fence::check, FENCE_CHECK_MILLIS, FENCE_CHECK_MILLIS, TimeUnit.MILLISECONDS);
        return new EmbeddedRuntime(config, fence, fence::close, clock, HostedOutbox.OUTBOX);
    }

    private static ServerFence openFence(ServerConfig config, ScheduledExecutorService background)
            throws StartupException {
        Instant now = Instant.now();
        long wallClockNanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        Path path = config.fenceStateFile();
        if (path == null) {
            return ServerFence.inMemory(wallClockNanos);
        }
        try {
            return ServerFence.durable(wallClockNanos, FenceFile.open(path), background);
        } catch (IOException | RuntimeException unusable) {
            throw new StartupException(
                    "cannot use --fence-state-file " + path + ": " + DflockdServer.reason(unusable), unusable);
        }
    }

    /** A runtime whose fences are kept nowhere. */
    EmbeddedRuntime(ServerConfig config, Fence fence, LongSupplier clock, Outbox outbox) {
        this(config, fence, () -> {}, clock, outbox);
    }

    private EmbeddedRuntime(ServerConfig config, Fence fence, Closeable fenceFile, LongSupplier clock, Outbox outbox) {
        this.fenceFile = fenceFile;
        ShardLocks locks = new ShardLocks();
        Crossings crossings = new Crossings(fence, AtomicTally::new, new ConcurrentMaps());
        this.engine = new Engine(config.settings(), crossings, locks, unforeseeableHash());
        this.clock = clock;
        this.outbox = outbox;
        this.timeKeeper =
                new TimeKeeper(engine, clock, outbox, this::tell, config.leaseSweepInterval(), config.gcInterval());
        locks.timeKeeper = timeKeeper;
    }

    private static KeyHash unforeseeableHash() {
        SecureRandom random = new SecureRandom();
        return new KeyHash(random.nextLong(), random.nextLong());
    }

    @Override
    public void onBreakdown(Consumer<Error> program) {
        onBreakdown = program;
    }

    private Error tell(Error broken) {
        onBreakdown.accept(broken);
        return broken;
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
    public long leaseNanos() {
        return nowNanos();
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
    public Reply stats(Key key) {
        return engine.stats(key, nowNanos());
    }

    @Override
    public Reply stats(long session) {
        return engine.stats(session, nowNanos());
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
        try {
            engine.dismiss(sessions, new Turn(nowNanos(), new SecureSalts(), outbox));
        } catch (Error broken) {
            throw tell(broken);
        }
    }

    @Override
    public long lastTimeKeptNanos() {
        return timeKeeper.lastRunNanos();
    }

    @Override
    public void close() {
        timeKeeper.stop();
        try {
            fenceFile.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Runs requests at once, on the thread that brings them. Whatever changes the engine may break it down. */
    private final class DirectIntake implements Intake {
        private final Salts salts = new SecureSalts();
        private Turn turn = new Turn(0, salts, outbox);

        @Override
        public void look() {
            turn = new Turn(nowNanos(), salts, outbox);
        }

        @Override
        public void open(ServerSession session, String address) {
            engine.open(session, new Origin("", address), nowNanos());
            if (isDismissing) {
                dismiss(List.of(session));
            }
        }

        @Override
        public Submission submit(ServerSession session, Request request) {
            try {
                return engine.tryToApply(session, request, turn) ? Submission.DECIDED : Submission.COME_AGAIN;
            } catch (Error broken) {
                throw tell(broken);
            }
        }

        @Override
        public void mute(ServerSession session, boolean muted) {
            try {
                engine.mute(session, muted);
            } catch (Error broken) {
                throw tell(broken);
            }
        }

        @Override
        public boolean withdrawSome(ServerSession session) {
            look();
            try {
                return engine.withdrawSome(session, turn);
            } catch (Error broken) {
                throw tell(broken);
            }
        }

        @Override
        public void beginEnd(ServerSession session) {
            look();
            try {
                engine.beginEnd(session);
            } catch (Error broken) {
                throw tell(broken);
            }
        }

        @Override
        public boolean endNext(ServerSession session) {
            try {
                return engine.endNext(session, turn);
            } catch (Error broken) {
                throw tell(broken);
            }
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
        public boolean isParked(ServerSession session, long tag) {
            return session.isParked(tag);
        }

        @Override
        public boolean mayTakeLong() {
            return engine.isHeard();
        }
    }

    /** Maps that several threads may use at once. */
    private static final class ConcurrentMaps implements Crossings.Maps {
        @Override
        public <V> Map<Long, V> newMap() {
            return new ConcurrentHashMap<>();
        }

        @Override
        public <K, V> NavigableMap<K, V> newSortedMap() {
            return new ConcurrentSkipListMap<>();
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
