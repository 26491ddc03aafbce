package io.dflockd.client;

import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.client.transport.Timers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lock of ours in the clothes of the JDK's: what a thread has locked, that thread unlocks. */
final class ThreadLock implements Lock {
    private static final Logger log = LoggerFactory.getLogger(ThreadLock.class);

    private final io.dflockd.client.Lock lock;
    private final Map<Thread, Grant> grants = new ConcurrentHashMap<>();

    ThreadLock(io.dflockd.client.Lock lock) {
        this.lock = lock;
    }

    @Override
    public void lock() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    lockInterruptibly();
                    return;
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Optional<Grant> grant = Optional.empty();
        while (grant.isEmpty()) {
            grant = acquire(Timers.LONGEST);
        }
        locked(grant.get());
    }

    private void locked(Grant grant) {
        grants.put(Thread.currentThread(), grant);
        lock.server.threadHolds().add(lock.slot, grant);
    }

    @Override
    public boolean tryLock() {
        requireUnlocked();
        Optional<Grant> grant = tryAcquire();
        grant.ifPresent(this::locked);
        return grant.isPresent();
    }

    /** Does not mind interrupts, because nobody waits here for others. */
    private Optional<Grant> tryAcquire() {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return lock.tryAcquire();
                } catch (WaitInterruptedException again) {
                    interrupted = Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        Optional<Grant> grant =
                acquire(Duration.ofNanos(Math.max(0, Math.min(unit.toNanos(time), Timers.LONGEST.toNanos()))));
        grant.ifPresent(this::locked);
        return grant.isPresent();
    }

    private Optional<Grant> acquire(Duration patience) throws InterruptedException {
        requireUnlocked();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            return lock.tryAcquire(patience);
        } catch (WaitInterruptedException interrupted) {
            var unused = Thread.interrupted();
            throw new InterruptedException(interrupted.getMessage());
        }
    }

    /** Waiting for oneself would never end. */
    private void requireUnlocked() {
        Grant mine = grants.get(Thread.currentThread());
        boolean byThis = mine != null && mine.isHeld();
        if (byThis || lock.server.threadHolds().exclude(lock.slot)) {
            throw new IllegalMonitorStateException(
                    "this thread already holds '" + lock.key() + "', and the lock is not reentrant");
        }
    }

    @Override
    public void unlock() {
        Grant mine = grants.remove(Thread.currentThread());
        if (mine == null) {
            throw new IllegalMonitorStateException("this thread does not hold '" + lock.key() + "'");
        }
        lock.server.threadHolds().remove(lock.slot, mine);
        if (!mine.release()) {
            log.warn("{} was lost before it was unlocked, or its release was not confirmed", lock);
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a lock on a server has no conditions");
    }

    @Override
    public String toString() {
        return lock.toString();
    }
}
