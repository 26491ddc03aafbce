package io.dflockd.client;

import io.dflockd.client.exceptions.GrantLostException;
import java.util.concurrent.locks.ReentrantLock;

/** Interrupts the thread that works under a grant when the grant is lost, and never a moment later. */
final class Interruption {
    private final Thread worker = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean working = true;
    private boolean interrupted;

    /** For the thread that makes it. */
    Interruption() {}

    static <T, E extends Exception> T onLossOf(Grant grant, Acquirable.Work<T, E> work) throws E {
        Interruption interruption = new Interruption();
        grant.whenLost(interruption::strike);
        T result;
        try {
            result = work.with(grant);
        } catch (GrantLostException lost) {
            throw lost;
        } catch (Exception thrown) {
            GrantLostException loss = interruption.end() ? grant.loss() : null;
            if (loss != null) {
                loss.addSuppressed(thrown);
                throw loss;
            }
            throw thrown;
        } finally {
            interruption.end();
        }
        GrantLostException loss = grant.loss();
        if (loss != null) {
            throw loss;
        }
        return result;
    }

    void strike() {
        lock.lock();
        try {
            if (working) {
                interrupted = true;
                worker.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** From here on the thread is not ours to interrupt; an interrupt of ours that it did not notice is taken back. */
    boolean end() {
        lock.lock();
        try {
            boolean isFirst = working;
            working = false;
            if (isFirst && interrupted) {
                var unused = Thread.interrupted();
            }
            return interrupted;
        } finally {
            lock.unlock();
        }
    }
}
