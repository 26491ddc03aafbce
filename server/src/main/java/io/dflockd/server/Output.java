package io.dflockd.server;

import io.dflockd.protocol.Lines;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DuplexChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The writing side of a connection: lines are noted in one buffer and written with one flush.
 *
 * <p>What the socket does not take is watched: a mark behind it must be reached within the write timeout, or the client
 * counts as stuck.
 */
final class Output {
    private static final long LINGER_MILLIS = 500;

    /** Room for the answers to a batch of requests, so that the buffer need not grow with each of them. */
    private static final int FIRST_BYTES = 1_024;

    private final ChannelHandlerContext context;
    private final Duration writeTimeout;
    private final Runnable onStuck;
    private @Nullable ByteBuf unwritten;
    private @Nullable Future<?> nextCheck; // while something is watched

    Output(ChannelHandlerContext context, Duration writeTimeout, Runnable onStuck) {
        this.context = context;
        this.writeTimeout = writeTimeout;
        this.onStuck = onStuck;
    }

    void append(Lines lines) {
        if (unwritten == null) {
            unwritten = context.alloc().buffer(Math.max(lines.length(), FIRST_BYTES));
        }
        unwritten.writeBytes(lines.bytes(), 0, lines.length());
    }

    int unwritten() {
        return unwritten == null ? 0 : unwritten.readableBytes();
    }

    /** Whether the client has so much to read that it should not be asked for more. */
    boolean isFull() {
        return !context.channel().isWritable();
    }

    void flush() {
        if (unwritten == null) {
            return;
        }
        ByteBuf bytes = unwritten;
        unwritten = null;
        context.writeAndFlush(bytes, context.voidPromise());
        if (nextCheck == null && !writeTimeout.isZero() && hasBacklog()) {
            watch();
        }
    }

    private boolean hasBacklog() {
        ChannelOutboundBuffer backlog = context.channel().unsafe().outboundBuffer();
        return backlog != null && !backlog.isEmpty();
    }

    private void watch() {
        ChannelFuture mark = context.writeAndFlush(Unpooled.EMPTY_BUFFER);
        nextCheck = context.executor().schedule(() -> check(mark), writeTimeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void check(ChannelFuture mark) {
        nextCheck = null;
        if (!mark.isDone()) {
            onStuck.run();
        } else if (hasBacklog()) {
            watch();
        }
    }

    /** Ends our side once everything is written, and the whole connection when the client has had time to see it. */
    void close(boolean encrypted) {
        if (encrypted || !(context.channel() instanceof DuplexChannel channel)) {
            context.close();
            return;
        }
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> channel.shutdownOutput());
        context.executor().schedule(() -> context.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The connection is gone: nothing may keep it in memory. */
    void release() {
        if (nextCheck != null) {
            nextCheck.cancel(false);
        }
        if (unwritten != null) {
            unwritten.release();
            unwritten = null;
        }
    }
}
