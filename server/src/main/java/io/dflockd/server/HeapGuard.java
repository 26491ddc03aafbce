package io.dflockd.server;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps data from filling the heap, which would end the process and with it every lock: above {@code --max-memory}
 * requests that store data are refused until some of it is gone.
 *
 * <p>Every collection tells what it left. Where that is not enough to know, a full collection is asked for: when too
 * much seems to be in use, and then, as long as somebody is refused, now and again to see whether there is room.
 */
final class HeapGuard implements AutoCloseable {
    private static final long FIRST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Looking for room takes at most a fiftieth of the time. */
    private static final int REST_FACTOR = 50;

    private static final Logger log = LoggerFactory.getLogger(HeapGuard.class);

    private final LongSupplier nanoTime;
    private final int percent;
    private final LongLived heap = new LongLived();
    private final Watermark watermark;
    private final ScheduledThreadPoolExecutor looks =
            new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("dflockd-memory", true));
    private final NotificationListener onCollection = (collection, unused) -> heard(collection);
    private final List<NotificationEmitter> collectors;
    private volatile boolean someoneWasRefused;
    private boolean hasSaidFull; // looks only
    private @Nullable Future<?> nextLook; // looks only

    HeapGuard(ServerConfig config, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.percent = config.maxMemory();
        this.watermark = new Watermark(heap.maxBytes(), percent);
        this.collectors = percent == 0 ? List.of() : collectors();
        looks.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        looks.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        collectors.forEach(each -> each.addNotificationListener(onCollection, null, null));
    }

    private static List<NotificationEmitter> collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(NotificationEmitter.class::isInstance)
                .map(NotificationEmitter.class::cast)
                .toList();
    }

    /** Whether a request that stores data must be refused. */
    boolean refusesData() {
        boolean isFull = watermark.isFull();
        if (isFull) {
            someoneWasRefused = true;
        }
        return isFull;
    }

    private void heard(Notification collection) {
        if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(collection.getType())) {
            var info = GarbageCollectionNotificationInfo.from((CompositeData) collection.getUserData());
            if (watermark.seems(heap.usedBytes(info.getGcInfo().getMemoryUsageAfterGc()))) {
                looks.execute(this::look);
            }
        }
    }

    private void look() {
        someoneWasRefused = false;
        long started = nanoTime.getAsLong();
        System.gc(); // what is in use without it may be garbage
        watermark.isKnown(heap.usedBytes());
        report();
        long tookNanos = nanoTime.getAsLong() - started;
        lookAgainIn(Math.max(FIRST_LOOK_NANOS, REST_FACTOR * tookNanos));
    }

    private void lookAgainIn(long nanos) {
        if (nextLook != null) {
            nextLook.cancel(false);
        }
        if (watermark.isFull()) {
            nextLook = looks.schedule(() -> lookIfWanted(nanos), nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void lookIfWanted(long nanos) {
        if (watermark.isFull() && someoneWasRefused) {
            look();
        } else {
            report();
            lookAgainIn(nanos);
        }
    }

    private void report() {
        boolean isFull = watermark.isFull();
        if (isFull && !hasSaidFull) {
            log.warn(
                    "the heap is full to --max-memory: {} of {} MB are in use, more than {} %; what stores data is refused",
                    heap.usedBytes() >> 20, heap.maxBytes() >> 20, percent);
        } else if (!isFull && hasSaidFull) {
            log.warn(
                    "the heap has room for data again: {} of {} MB are in use",
                    heap.usedBytes() >> 20,
                    heap.maxBytes() >> 20);
        }
        hasSaidFull = isFull;
    }

    @Override
    public void close() {
        looks.shutdown();
        for (NotificationEmitter each : collectors) {
            try {
                each.removeNotificationListener(onCollection);
            } catch (ListenerNotFoundException closedTwice) {
                // as it should be
            }
        }
    }
}
