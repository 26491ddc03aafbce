package io.dflockd.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Lets something be said now and then only, and counts how often it was not. For any number of threads. */
final class Seldom {
    private final long pauseNanos;
    private final LongSupplier nanoTime;
    private final AtomicLong silentUntil;
    private final AtomicInteger unsaid = new AtomicInteger();

    Seldom(long pause, TimeUnit unit, LongSupplier nanoTime) {
        this.pauseNanos = unit.toNanos(pause);
        this.nanoTime = nanoTime;
        this.silentUntil = new AtomicLong(nanoTime.getAsLong());
    }

    /** Whether to say it now. */
    boolean isTime() {
        long now = nanoTime.getAsLong();
        long until = silentUntil.get();
        boolean isTime = now - until >= 0 && silentUntil.compareAndSet(until, now + pauseNanos);
        if (!isTime) {
            unsaid.incrementAndGet();
        }
        return isTime;
    }

    /** What to add to the line: how many were left out before it. */
    String others() {
        int others = unsaid.getAndSet(0);
        return others == 0 ? "" : " (and " + others + " others since the last such line)";
    }
}
