package io.dflockd.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.nio.AbstractNioChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long a client may take nothing of what waits for it. The time counts from the last byte that its socket took, so
 * a client that reads slowly but steadily may take as long as it likes for a long answer.
 */
final class WriteDeadline {
    /** A stuck client is noticed at most a quarter of its time too late. */
    private static final int LOOKS = 4;

    private final Channel channel;
    private final LongSupplier clock;
    private final long timeoutNanos;
    private final Runnable onStuck;

    private @Nullable Future<?> nextLook; // while something is watched
    private @Nullable ChannelFuture mark; // is done when everything is taken that waited at the last movement
    private @Nullable Object current; // what was being written then, and how much of it had been
    private long progress;
    private long stillSinceNanos;
    private boolean isLastLook;

    WriteDeadline(Channel channel, LongSupplier clock, Duration timeout, Runnable onStuck) {
        this.channel = channel;
        this.clock = clock;
        this.timeoutNanos = timeout.toNanos();
        this.onStuck = onStuck;
    }

    /** Something was written. If the socket did not take all of it, it is watched until it has. */
    void watch() {
        if (nextLook == null && timeoutNanos > 0 && hasBacklog()) {
            note();
            lookIn(timeoutNanos / LOOKS);
        }
    }

    void stop() {
        if (nextLook != null) {
            nextLook.cancel(false);
        }
    }

    private @Nullable ChannelOutboundBuffer backlog() {
        return channel.unsafe().outboundBuffer();
    }

    private boolean hasBacklog() {
        ChannelOutboundBuffer backlog = backlog();
        return backlog != null && !backlog.isEmpty();
    }

    private void note() {
        mark = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        ChannelOutboundBuffer backlog = backlog();
        current = backlog == null ? null : backlog.current();
        progress = backlog == null ? 0 : backlog.currentProgress();
        stillSinceNanos = clock.getAsLong();
        isLastLook = false;
    }

    private void lookIn(long nanos) {
        nextLook = channel.eventLoop().schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }

    private void look() {
        nextLook = null;
        if (!hasBacklog()) {
            return;
        }
        if (hasMoved()) {
            note();
        }
        long remaining = timeoutNanos - (clock.getAsLong() - stillSinceNanos);
        if (remaining > 0) {
            lookIn(Math.min(remaining, timeoutNanos / LOOKS));
        } else if (isLastLook) {
            onStuck.run();
        } else {
            isLastLook = true;
            tryAgain();
            lookIn(0); // once the loop has been at its sockets, which may have had room for a while
        }
    }

    /** Until the mark is reached, all that waited at the last movement is still there or has been taken in part. */
    private boolean hasMoved() {
        ChannelOutboundBuffer backlog = backlog();
        return backlog == null
                || (mark != null && mark.isDone())
                || backlog.current() != current
                || backlog.currentProgress() != progress;
    }

    /** The system tells of room only when a third of its buffer is free. The native transports keep less in there. */
    private void tryAgain() {
        if (channel.unsafe() instanceof AbstractNioChannel.NioUnsafe nio) {
            nio.forceFlush();
        }
    }
}
