package io.dflockd.client;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the application's own code runs: never on the thread that serves connections, never under a lock.
 *
 * <p>News of losses have threads of their own, so that no slow listener of anything else can hold them up.
 */
final class Callbacks {
    private static final Logger log = LoggerFactory.getLogger(Callbacks.class);
    private static final int MAX_THREADS = 32;

    private final Executor ours;
    private final Executor usual;
    private final Executor urgent;

    Callbacks(String name, @Nullable Executor own) {
        ours = pool(name + "-callback-");
        usual = own == null ? ours : own;
        urgent = pool(name + "-loss-");
    }

    private static Executor pool(String name) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * For what the application has asked for. If its own executor refuses, or would do it at once on the thread that asks,
     * ours does it: nothing gets lost, and nobody is held up.
     */
    Executor usual() {
        return task -> {
            Handed handed = new Handed(guarded(task), ours);
            try {
                usual.execute(handed);
                handed.returned = true;
            } catch (RuntimeException refused) {
                log.warn("the application's executor refuses a callback, which runs elsewhere: {}", refused.toString());
                handed.runElsewhere();
            }
        };
    }

    /** For the news of a loss. */
    Executor urgent() {
        return task -> urgent.execute(guarded(task));
    }

    /** Runs its tasks one after the other, on whatever threads the others use. */
    Executor inOrder() {
        return new InOrder(usual());
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error thrown) {
                log.error("a callback of the application has failed", thrown);
            }
        };
    }

    /** A task on its way through the application's executor; it runs once, and never before the executor has it. */
    private static final class Handed implements Runnable {
        private final Runnable task;
        private final Executor elsewhere;
        private final Thread giver = Thread.currentThread();
        private final AtomicBoolean begun = new AtomicBoolean();
        private boolean returned; // only for the giver

        Handed(Runnable task, Executor elsewhere) {
            this.task = task;
            this.elsewhere = elsewhere;
        }

        @Override
        public void run() {
            if (Thread.currentThread() == giver && !returned) {
                runElsewhere();
            } else if (begun.compareAndSet(false, true)) {
                task.run();
            }
        }

        void runElsewhere() {
            if (begun.compareAndSet(false, true)) {
                elsewhere.execute(task);
            }
        }
    }

    private static final class InOrder implements Executor {
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
                tasks.add(guarded(task));
                if (running) {
                    return;
                }
                running = true;
            } finally {
                lock.unlock();
            }
            executor.execute(this::runNext);
        }

        /** One task at a time, so that a long row of them does not keep the thread from others. */
        private void runNext() {
            Runnable next = next();
            if (next != null) {
                next.run();
                executor.execute(this::runNext);
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
}
