package io.dflockd.cluster;

import io.dflockd.cluster.machine.Home;
import io.dflockd.cluster.machine.MachineSnapshot;
import io.dflockd.cluster.machine.ReplicatedMachine;
import io.dflockd.engine.ShardGuard;
import io.dflockd.protocol.KeyHash;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * This node's copy of the state, and the lock around it. The log holds the lock for an entry at a time; whoever asks for
 * figures holds it for a piece of them.
 */
final class Replica {
    private static final long NONE = -1;

    /** About what it takes a thread to wake up. */
    private static final long WAY_NANOS = 50_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Home home;
    private final LongSupplier clock;
    private final KeyHash hash;
    private volatile ReplicatedMachine machine;
    private long lastEntry = NONE; // guarded by lock
    private volatile Moment latest = new Moment(0, 0);

    Replica(Home home, LongSupplier clock) {
        this.home = home;
        this.clock = clock;
        SecureRandom random = new SecureRandom();
        this.hash = new KeyHash(random.nextLong(), random.nextLong());
        this.machine = new ReplicatedMachine(home, guard, hash);
    }

    void apply(long index, byte[] entry) {
        lock.lock();
        try {
            machine.apply(entry);
            lastEntry = index;
            noteMoment();
        } finally {
            lock.unlock();
        }
    }

    void writeSnapshot(OutputStream to) throws IOException {
        lock.lock();
        try {
            MachineSnapshot.write(machine, to);
        } finally {
            lock.unlock();
        }
    }

    void readSnapshot(long index, InputStream from) throws IOException {
        lock.lock();
        try {
            machine = MachineSnapshot.read(from, home, guard, hash);
            lastEntry = index;
            home.replaced();
            home.settled(machine.settings());
            noteMoment();
        } finally {
            lock.unlock();
        }
    }

    /** The last entry in the state, and the hash of that state. */
    String hash() {
        return ask(machine -> lastEntry + " " + MachineSnapshot.fingerprintOf(machine));
    }

    /** Asks something while nothing is applied. */
    <R> R ask(Function<ReplicatedMachine, R> question) {
        lock.lock();
        try {
            return question.apply(machine);
        } finally {
            lock.unlock();
        }
    }

    /** Asks something unless an entry is being applied, or a snapshot written: then {@code otherwise} is the answer. */
    boolean askQuickly(Function<ReplicatedMachine, Boolean> question, boolean otherwise) {
        if (!lock.tryLock()) {
            return otherwise;
        }
        try {
            return question.apply(machine);
        } finally {
            lock.unlock();
        }
    }

    /** For what takes the lock by itself, shard by shard. */
    ReplicatedMachine machine() {
        return machine;
    }

    /** The time of the cluster as far as it can be told here: that of the latest entry, and what has passed since then. */
    long nowNanos() {
        Moment last = latest;
        return last.clusterNanos + Math.max(0, clock.getAsLong() - last.ownNanos);
    }

    /** The same instant on two clocks: that of the cluster, and that of this node. */
    private record Moment(long clusterNanos, long ownNanos) {}

    private void noteMoment() {
        latest = new Moment(machine.nowNanos(), clock.getAsLong());
    }

    /** One lock for everything; whoever applies an entry has it already. */
    private final ShardGuard guard = new ShardGuard() {
        @Override
        public void enter(int shard) {
            lock.lock();
        }

        @Override
        public void leave(int shard, long nextDeadlineNanos) {
            lock.unlock();
        }

        @Override
        public void giveWay(int shard) {
            if (!lock.isHeldByCurrentThread() && lock.hasQueuedThreads()) {
                LockSupport.parkNanos(this, WAY_NANOS);
            }
        }

        @Override
        public void enterSubscriptions() {
            lock.lock();
        }

        @Override
        public void leaveSubscriptions() {
            lock.unlock();
        }
    };
}
