package io.dflockd.client.callbacks;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the application's own code runs: never on the thread that serves connections, never under a lock.
 *
 * <p>However many callbacks wait, and for whatever, another one does not wait for them. News of losses has threads of its
 * own, which the system shares out fairly whatever the application does on virtual ones.
 */
public final class Callbacks {
    private static final Logger log = LoggerFactory.getLogger(Callbacks.class);
    private static final int INTERRUPT_THREADS = 2;

    private final ScheduledThreadPoolExecutor spare;
    private final GrowingPool usualPool;
    private final GrowingPool urgentPool;
    private final ThreadPoolExecutor interruptPool;
    private final Executor ours;
    private final Executor usual;
    private final Executor urgent;
    private final Executor interrupts;

    /** With threads of this name, and with the executor that the application wants for usual tasks, if it has one. */
    public Callbacks(String name, @Nullable Executor own) {
        this(name, own, CallbackThreads.virtual(name + "-callback-"), CallbackThreads::platform);
    }

    /** Usual tasks have virtual threads, if there are any; all other threads are made by {@code threads}, from a prefix. */
    Callbacks(
            String name,
            @Nullable Executor own,
            @Nullable ThreadFactory virtual,
            Function<String, ThreadFactory> threads) {
        spare = new ScheduledThreadPoolExecutor(1, threads.apply(name + "-spare-"));
        spare.prestartCoreThread(); // while there are threads to be had
        usualPool = new GrowingPool(threads.apply(name + "-callback-"), spare);
        urgentPool = new GrowingPool(threads.apply(name + "-loss-"), spare);
        interruptPool = pool(INTERRUPT_THREADS, threads.apply(name + "-interrupt-"));
        Executor each = task -> Objects.requireNonNull(virtual).newThread(task).start();
        ours = orElse(spare, virtual == null ? usualPool : each);
        usual = own == null ? ours : own;
        interrupts = orElse(spare, interruptPool);
        urgent = orElse(spare, urgentPool);
    }

    private static ThreadPoolExecutor pool(int size, ThreadFactory factory) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** The operating system may refuse another thread; what must be told is told nevertheless. */
    private static Executor orElse(Executor spare, Executor pool) {
        return task -> {
            try {
                pool.execute(task);
            } catch (Error noThread) {
                log.error("no thread for a callback, which waits for its turn on another: {}", noThread.toString());
                spare.execute(task);
            }
        };
    }

    /**
     * For what the application has asked for. If its own executor refuses, or would do it at once on the thread that asks,
     * ours does it: nothing gets lost, and nobody is held up.
     */
    public Executor usual() {
        return task -> {
            Handed handed = new Handed(guarded(task), ours);
            try {
                usual.execute(handed);
                handed.returned = true;
            } catch (RuntimeException | Error refused) {
                log.warn("the application's executor refuses a callback, which runs elsewhere: {}", refused.toString());
                handed.runElsewhere();
            }
        };
    }

    /** The client is closed: no thread is kept for what may come. What comes nevertheless is still told. */
    public void close() {
        usualPool.close();
        urgentPool.close();
        interruptPool.setKeepAliveTime(10, TimeUnit.MILLISECONDS);
        spare.setKeepAliveTime(10, TimeUnit.MILLISECONDS);
        spare.allowCoreThreadTimeOut(true);
    }

    /** For the news of a loss. */
    public Executor urgent() {
        return task -> urgent.execute(guarded(task));
    }

    /** For interrupting work whose lock is lost: no listener of the application holds it up. */
    public Executor interrupts() {
        return task -> interrupts.execute(guarded(task));
    }

    /** Runs its tasks one after the other, on whatever threads the others use. */
    public Executor inOrder() {
        return new InOrder(usual());
    }

    /** What the application throws is logged, and harms nobody else. */
    static Runnable guarded(Runnable task) {
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
                try {
                    elsewhere.execute(task);
                } catch (RuntimeException | Error refused) {
                    begun.set(false);
                    throw refused;
                }
            }
        }
    }
}
