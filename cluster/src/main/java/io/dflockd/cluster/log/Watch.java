package io.dflockd.cluster.log;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What a node looks at from time to time, on one thread of its own: who leads, whether its own apply keeps up with what is
 * committed, and whether there is room on its disk.
 */
final class Watch implements AutoCloseable {
    private static final long LEADERSHIP_MILLIS = 100;
    private static final long PROGRESS_MILLIS = 1_000;
    private static final long DISK_MILLIS = 5_000;

    private final Halt halt;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Watch::named, new ThreadPoolExecutor.DiscardPolicy());

    Watch(Halt halt) {
        this.halt = halt;
    }

    private static Thread named(Runnable task) {
        Thread made = new Thread(task, "log-watch");
        made.setDaemon(true);
        return made;
    }

    /** Runs something now, beside the threads of Ratis; nothing any more once it is closed. */
    void soon(Runnable task) {
        thread.execute(() -> guarded(task));
    }

    /** An exception would end the looks in silence. */
    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            halt.now("the node cannot look after itself", e);
        }
    }

    void start(Runnable leadership, Runnable progress, Runnable disk) {
        every(LEADERSHIP_MILLIS, leadership);
        every(PROGRESS_MILLIS, progress);
        every(DISK_MILLIS, disk);
    }

    private void every(long millis, Runnable look) {
        thread.scheduleWithFixedDelay(() -> guarded(look), millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
