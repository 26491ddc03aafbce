package io.dflockd.client.callbacks;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs its tasks one after the other, each on whatever thread another executor has for it. */
final class InOrder implements Executor {
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    InOrder(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        lock.lock();
        try {
            tasks.add(Callbacks.guarded(task));
            if (running) {
                return;
            }
            running = true;
        } finally {
            lock.unlock();
        }
        submit();
    }

    private void submit() {
        try {
            executor.execute(this::runNext);
        } catch (RuntimeException | Error refused) {
            stop();
            throw refused;
        }
    }

    /** Nothing runs any more until the next task comes. */
    private void stop() {
        lock.lock();
        try {
            running = false;
        } finally {
            lock.unlock();
        }
    }

    /** One task at a time, so that a long row of them does not keep the thread from others. */
    private void runNext() {
        Runnable next = next();
        if (next != null) {
            next.run();
            submit();
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable next = tasks.poll();
            running = next != null;
            return next;
        } finally {
            lock.unlock();
        }
    }
}
