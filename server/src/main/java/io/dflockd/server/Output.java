package io.dflockd.server;

import io.dflockd.protocol.Lines;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The writing side of a connection: lines are noted in one buffer and written with one flush. */
final class Output {
    private static final long LINGER_MILLIS = 500;

    /** Room for the answers to a batch of requests, so that the buffer need not grow with each of them. */
    private static final int FIRST_BYTES = 1_024;

    private final ChannelHandlerContext context;
    private final WriteDeadline deadline;
    private @Nullable ByteBuf unwritten;

    Output(ChannelHandlerContext context, WriteDeadline deadline) {
        this.context = context;
        this.deadline = deadline;
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
        deadline.watch();
    }

    /**
     * Closes once everything is written, at the pace of the client. One that has ended its side knows what it has; for
     * any other only our side is closed at first: closing over input that nobody has read would reset what we sent.
     */
    void close(boolean hasClientEnded) {
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            boolean mayStillSend = !hasClientEnded && written.isSuccess();
            if (mayStillSend && context.channel() instanceof DuplexChannel channel) {
                closeOurSide(channel);
            } else {
                context.close();
            }
        });
    }

    private void closeOurSide(DuplexChannel channel) {
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls == null) {
            channel.shutdownOutput();
        } else {
            tls.closeOutbound().addListener(said -> channel.shutdownOutput());
        }
        context.executor().schedule(() -> context.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The connection is gone: nothing may keep it in memory. */
    void release() {
        deadline.stop();
        if (unwritten != null) {
            unwritten.release();
            unwritten = null;
        }
    }
}
