package io.dflockd.cluster;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one thread that waits for work. What was rung for while nobody waited is not forgotten. */
final class Bell {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private volatile boolean isRung;

    /** From any thread, after the work can be found; costs a single look if it has been rung already. */
    void ring() {
        if (isRung) {
            return;
        }
        lock.lock();
        try {
            isRung = true;
            rung.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Returns once it has been rung since the last time, or the time is over. Then is the moment to look for work. */
    void await(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!isRung && left > 0) {
                left = rung.awaitNanos(left);
            }
            isRung = false;
        } finally {
            lock.unlock();
        }
    }
}
