package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

@SuppressWarnings("LockNotBeforeTry") // what happens between lock and unlock is what is tested
final class ThreadLockTest extends BehindProxy {
    private final Lock lock = client.lock("orders").asLock();

    private Worker<Boolean> lockAside() {
        return Worker.start(() -> {
            lock.lock();
            lock.unlock();
        });
    }

    @Test
    void letsOneThreadInAtATime() {
        AtomicInteger inside = new AtomicInteger();
        Runnable work = () -> {
            for (int i = 0; i < 50; i++) {
                lock.lock();
                try {
                    assertThat(inside.incrementAndGet()).isOne();
                    inside.decrementAndGet();
                } finally {
                    lock.unlock();
                }
            }
        };

        Worker<Boolean> one = Worker.start(work);
        Worker<Boolean> two = Worker.start(work);

        assertThat(one.result()).isTrue();
        assertThat(two.result()).isTrue();
        assertThat(server.census().holders()).isZero();
    }

    @Test
    void isHeldAgainstOtherClients() {
        lock.lock();
        try (Dflockd other = Clients.connect(server.address())) {
            assertThat(other.lock("orders").tryAcquire()).isEmpty();
            lock.unlock();
            assertThat(other.lock("orders").tryAcquire()).isPresent();
        }
    }

    @Test
    void tryLockTellsWhetherItIsLocked() throws InterruptedException {
        assertThat(lock.tryLock()).isTrue();
        assertThat(Worker.start(() -> lock.tryLock()).result()).isFalse();
        assertThat(Worker.start(() -> lock.tryLock(20, TimeUnit.MILLISECONDS)).result())
                .isFalse();

        lock.unlock();

        assertThat(lock.tryLock(-1, TimeUnit.DAYS)).isTrue();
        lock.unlock();
    }

    @Test
    void tryLockDoesNotMindAnInterrupt() {
        boolean stillInterrupted = Worker.start(() -> {
                    Thread.currentThread().interrupt();
                    assertThat(lock.tryLock()).isTrue();
                    boolean interrupted = Thread.interrupted();
                    lock.unlock();
                    return interrupted;
                })
                .result();

        assertThat(stillInterrupted).isTrue();
    }

    @Test
    void lockWaitsThroughAnInterruptAndShowsItAfterwards() {
        Grant obstacle = client.lock("orders").acquire(LONG);
        Worker<Boolean> locking = Worker.start(() -> {
            lock.lock();
            boolean interrupted = Thread.interrupted();
            lock.unlock();
            return interrupted;
        });
        server.awaitWaiters(1);

        locking.interrupt();
        obstacle.close();

        assertThat(locking.result()).isTrue();
        server.awaitHolders(0);
    }

    @Test
    void lockInterruptiblyAndTryLockWithATimeAreLeftByAnInterrupt() {
        Grant obstacle = client.lock("orders").acquire(LONG);
        Worker<Boolean> locking = Worker.start(() -> {
            lock.lockInterruptibly();
            return true;
        });
        Worker<Boolean> trying = Worker.start(() -> lock.tryLock(1, TimeUnit.HOURS));
        server.awaitWaiters(2);

        locking.interrupt();
        trying.interrupt();

        assertThat(locking.failure()).isInstanceOf(InterruptedException.class);
        assertThat(trying.failure()).isInstanceOf(InterruptedException.class);
        server.awaitWaiters(0);
        assertThat(obstacle.isHeld()).isTrue();
    }

    @Test
    void anInterruptThatCameBeforeIsThrownAndTakenBack() {
        Worker<Boolean> locking = Worker.start(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
            return Thread.interrupted();
        });

        assertThat(locking.result()).isFalse();
        assertThat(server.census().holders()).isZero();
    }

    @Test
    void onlyTheThreadThatLockedItMayUnlockIt() {
        lock.lock();

        assertThat(Worker.start(lock::unlock).failure()).isInstanceOf(IllegalMonitorStateException.class);

        lock.unlock();
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("orders");
    }

    @Test
    void isNotReentrantAndSaysSoInsteadOfWaitingForItself() {
        lock.lock();

        assertThatThrownBy(lock::lock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.HOURS)).isInstanceOf(IllegalMonitorStateException.class);

        lock.unlock();
        assertThat(lockAside().result()).isTrue();
    }

    @Test
    void aSecondOneOfTheSameKeySaysSoTooInsteadOfWaitingForTheFirst() {
        Lock second = client.lock("orders").asLock();
        lock.lock();

        assertThat(Worker.start(() -> lock.tryLock()).result())
                .as("another thread may ask")
                .isFalse();
        assertThatThrownBy(second::lock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("orders");
        assertThatThrownBy(second::tryLock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(second::unlock).isInstanceOf(IllegalMonitorStateException.class);

        lock.unlock();
        second.lock();
        second.unlock();
    }

    @Test
    void theTwoSidesOfAReadWriteLockSaySoToo() {
        Lock reading = client.readWriteLock("doc").read().asLock();
        Lock alsoReading = client.readWriteLock("doc").read().asLock();
        Lock writing = client.readWriteLock("doc").write().asLock();
        reading.lock();

        alsoReading.lock();
        alsoReading.unlock();
        assertThatThrownBy(writing::lock).isInstanceOf(IllegalMonitorStateException.class);
        reading.unlock();

        writing.lock();
        assertThatThrownBy(reading::lock).isInstanceOf(IllegalMonitorStateException.class);
        writing.unlock();
    }

    @Test
    void hasNoConditions() {
        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void canBeLockedAgainAfterALoss() {
        lock.lock();
        proxy.resetAll();
        eventually()
                .pollInSameThread()
                .ignoreExceptions()
                .until(() -> server.census().holders() == 0 && lock.tryLock());

        lock.unlock();

        assertThat(lockAside().result()).isTrue();
    }
}
