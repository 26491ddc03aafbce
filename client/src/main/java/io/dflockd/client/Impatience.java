package io.dflockd.client;

import io.dflockd.client.transport.Timers;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Ends whatever is still open when its time is over, give or take a quarter of a second.
 *
 * <p>Nearly all of it ends long before. So there is no timer for each, which would wake the transport's thread twice: one for
 * all looks at them now and then, while there are any.
 */
final class Impatience {
    private static final long TICK_NANOS = Duration.ofMillis(250).toNanos();

    private record Deadline(long instantNanos, CompletableFuture<?> result, Supplier<? extends Throwable> failure) {
        boolean isOverAt(long nowNanos) {
            return nowNanos - instantNanos >= 0;
        }
    }

    private final Timers timers;
    private final Queue<Deadline> deadlines = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean ticking = new AtomicBoolean();

    Impatience(Timers timers) {
        this.timers = timers;
    }

    void endAfter(long nanos, CompletableFuture<?> result, Supplier<? extends Throwable> failure) {
        deadlines.add(new Deadline(timers.nanoTime() + nanos, result, failure));
        tickIfNeeded();
    }

    private void tickIfNeeded() {
        if (deadlines.isEmpty() || !ticking.compareAndSet(false, true)) {
            return;
        }
        try {
            timers.after(TICK_NANOS, this::tick);
        } catch (RuntimeException | Error refused) {
            ticking.set(false); // for the next one to try
            throw refused;
        }
    }

    private void tick() {
        ticking.set(false);
        try {
            long now = timers.nanoTime();
            deadlines.removeIf(each -> each.result().isDone() || isEnded(each, now));
        } finally {
            tickIfNeeded();
        }
    }

    private static boolean isEnded(Deadline deadline, long now) {
        return deadline.isOverAt(now)
                && deadline.result().completeExceptionally(deadline.failure().get());
    }
}
