package io.dflockd.server;

import io.dflockd.engine.Fence;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fence of a running server: it starts at the wall clock and, where a file keeps a ceiling, never below that.
 *
 * <p>With a file, numbers are reserved in blocks: the ceiling on disk is above every number drawn, so that whatever
 * happens to process and clock, the next start begins higher. A block is reserved in the background when half of the
 * last one is used; only a disk that is slower than half a million grants makes a grant wait.
 */
final class ServerFence implements Fence, AutoCloseable {
    static final long BLOCK = 1L << 20;

    /** The greatest of all numbers, as they are unsigned. */
    static final long GREATEST = -1;

    private static final Logger log = LoggerFactory.getLogger(ServerFence.class);

    private final long first;
    private final AtomicLong last;
    private final @Nullable FenceFile file;
    private final Executor background;
    private final AtomicBoolean reserving = new AtomicBoolean();
    private volatile long ceiling;
    private boolean hasComplained;
    private boolean isClosed;

    private ServerFence(long first, @Nullable FenceFile file, Executor background) {
        this.first = first;
        this.last = new AtomicLong(first);
        this.file = file;
        this.background = background;
        this.ceiling = first;
    }

    static ServerFence inMemory(long wallClockNanos) {
        return new ServerFence(wallClockNanos, null, Runnable::run);
    }

    /** Reserves the first block before it returns. */
    static ServerFence durable(long wallClockNanos, FenceFile file, Executor background) throws IOException {
        long stored = file.ceiling();
        long first = Long.compareUnsigned(stored, wallClockNanos) > 0 ? stored : wallClockNanos;
        ServerFence fence = new ServerFence(first, file, background);
        try {
            if (first == GREATEST) {
                throw new IOException("its ceiling is the greatest number, and no fence is left above it");
            }
            fence.store(above(first, BLOCK));
        } catch (IOException | RuntimeException failed) {
            file.close();
            throw failed;
        }
        return fence;
    }

    private static long above(long fence, long distance) {
        long sum = fence + distance;
        return Long.compareUnsigned(sum, fence) < 0 ? GREATEST : sum;
    }

    @Override
    public long next() {
        long drawn = last.incrementAndGet();
        if (isWrapped(drawn)) {
            throw new IllegalStateException("no fence is left above " + Long.toUnsignedString(GREATEST));
        }
        if (file != null && ceiling - drawn < BLOCK / 2) {
            reserve(drawn);
        }
        return drawn;
    }

    /** Smaller numbers than the first come only after the greatest. */
    private boolean isWrapped(long drawn) {
        return Long.compareUnsigned(drawn, first) < 0;
    }

    @Override
    public long last() {
        long drawn = last.get();
        return isWrapped(drawn) ? GREATEST : drawn;
    }

    @Override
    public void raiseTo(long floor) {
        long raised = last.accumulateAndGet(floor, (one, other) -> Long.compareUnsigned(one, other) > 0 ? one : other);
        if (file != null && ceiling - raised < BLOCK / 2) {
            reserve(raised);
        }
    }

    private void reserve(long drawn) {
        if (ceiling - drawn <= 0) {
            reserveNow();
        } else if (reserving.compareAndSet(false, true)) {
            background.execute(() -> {
                try {
                    reserveNow();
                } finally {
                    reserving.set(false);
                }
            });
        }
    }

    /**
     * If the disk refuses, grants go on: numbers still only grow in this process, and after a restart the wall clock is
     * above them all unless it is set back. The operator is told what is at risk.
     */
    private synchronized void reserveNow() {
        if (isClosed || ceiling == GREATEST || ceiling - last.get() >= BLOCK / 2) {
            return;
        }
        try {
            store(above(last.get(), BLOCK));
        } catch (IOException | RuntimeException failed) {
            ceiling = above(last.get(), BLOCK / 2 + BLOCK / 16); // try again some ten thousand grants later
            complain(failed);
        }
    }

    private static void complain(Exception failed) {
        log.error(
                "cannot write the fence state file, fences could repeat after a restart with the clock set back: {}",
                failed.toString());
    }

    /** Called now and then: a file that was deleted, replaced or overwritten since is written anew. Throws nothing. */
    synchronized void check() {
        if (file == null || isClosed) {
            return;
        }
        try {
            if (!file.isInPlace()) {
                file.store(ceiling);
                log.warn("the fence state file was deleted, replaced or overwritten, and is written anew");
            }
            hasComplained = false;
        } catch (IOException | RuntimeException failed) {
            if (!hasComplained) {
                complain(failed);
            }
            hasComplained = true;
        }
    }

    private void store(long next) throws IOException {
        if (file != null) {
            file.store(next);
        }
        ceiling = next;
    }

    /** Waits for a write that is under way; none begins after it. */
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        if (file != null) {
            file.close();
        }
    }
}
