package io.dflockd.server;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operator of clients that were turned away: one line a second at most, with the number of the others. */
final class RefusalLog {
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);

    private final LongSupplier nanoTime;
    private final AtomicLong silentUntil;
    private final AtomicInteger unsaid = new AtomicInteger();

    RefusalLog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.silentUntil = new AtomicLong(nanoTime.getAsLong());
    }

    void note(String why, @Nullable SocketAddress from) {
        long now = nanoTime.getAsLong();
        long until = silentUntil.get();
        if (now - until < 0 || !silentUntil.compareAndSet(until, now + PAUSE_NANOS)) {
            unsaid.incrementAndGet();
            return;
        }
        int others = unsaid.getAndSet(0);
        if (others == 0) {
            log.warn("turned a client away at {}: {}", from, why);
        } else {
            log.warn("turned a client away at {}: {} (and {} others since the last such line)", from, why, others);
        }
    }
}
