package io.dflockd.client.callbacks;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * As many threads as it takes. Tasks that do not wait share a few; where all of those wait, others come to join them, so
 * that no task waits for another to end. Threads that have nothing to do go.
 *
 * <p>A thread for each task at once would be simpler, and five times as costly for a task that only ends a future.
 */
final class GrowingPool implements Executor {
    private static final Logger log = LoggerFactory.getLogger(GrowingPool.class);
    private static final int USUAL_THREADS = 32;
    private static final long PATIENCE_MILLIS = 10;

    private final ThreadPoolExecutor pool;
    private final ScheduledExecutorService overseer;
    private final AtomicBoolean overseen = new AtomicBoolean();

    /** The overseer is asked to look whether the pool gets on, while tasks are queued. */
    @SuppressWarnings("ErroneousThreadPoolConstructorChecker") // it grows by its core
    GrowingPool(ThreadFactory threads, ScheduledExecutorService overseer) {
        this.overseer = overseer;
        this.pool = new ThreadPoolExecutor(
                USUAL_THREADS, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
        overseeIfQueued();
    }

    private void overseeIfQueued() {
        if (!pool.getQueue().isEmpty() && overseen.compareAndSet(false, true)) {
            lookLater(pool.getCompletedTaskCount());
        }
    }

    private void lookLater(long completedBefore) {
        overseer.schedule(() -> look(completedBefore), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look(long completedBefore) {
        long completed = pool.getCompletedTaskCount();
        if (pool.getQueue().isEmpty()) {
            pool.setCorePoolSize(USUAL_THREADS);
            overseen.set(false);
            overseeIfQueued(); // by whoever came meanwhile
        } else {
            if (completed == completedBefore) {
                grow();
            }
            lookLater(completed);
        }
    }

    private void grow() {
        try {
            pool.setCorePoolSize(2 * pool.getCorePoolSize());
        } catch (Error noThread) {
            log.error("no further thread for callbacks, although all of them wait: {}", noThread.toString());
        }
    }

    /** Threads end as soon as they have nothing to do; what comes nevertheless still has one. */
    void close() {
        pool.setKeepAliveTime(10, TimeUnit.MILLISECONDS);
    }
}
