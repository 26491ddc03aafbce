package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the server. It sends a batch of requests at once, waits until all are answered, and goes on with the
 * next: so {@code depth} requests are in flight. Lines are found in the buffer in which they came; none becomes a string.
 */
final class Connection extends ByteToMessageDecoder {
    private static final byte LINE_FEED = '\n';

    private final Faults faults;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Conversation conversation;
    private CompletableFuture<Void> over = new CompletableFuture<>();
    private int asked;
    private int answered;
    private long sentNanos;
    private boolean everAnswered;

    Connection(Faults faults) {
        this.faults = faults;
    }

    /** Holds a conversation to its end, or until something goes wrong. The one before must be over. */
    CompletableFuture<Void> hold(Conversation next) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        context().executor().execute(() -> {
            conversation = next;
            over = end;
            if (context().channel().isActive()) {
                ask(next);
            } else {
                fail(faults.closed(everAnswered));
            }
        });
        return end;
    }

    private void ask(Conversation current) {
        ByteBuf out = context().alloc().ioBuffer();
        answered = 0;
        asked = current.ask(out);
        if (asked == 0) {
            out.release();
            conversation = null;
            over.complete(null);
            return;
        }
        sentNanos = System.nanoTime();
        context().writeAndFlush(out, context().voidPromise());
    }

    /** Takes all lines that are complete, and sends the next batch when these were the last ones of this. */
    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        Conversation current = conversation;
        if (current == null) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            int lines = take(current, in);
            if (lines > 0) {
                everAnswered = true;
                current.answered(lines, System.nanoTime() - sentNanos);
                if (answered == asked) {
                    goOn(current);
                }
            }
        } catch (BenchFailed wrong) {
            in.skipBytes(in.readableBytes());
            fail(wrong);
        }
    }

    private void goOn(Conversation current) {
        if (current.letsOthersHearFirst()) {
            context().executor().execute(() -> {
                if (conversation == current) {
                    ask(current);
                }
            });
        } else {
            ask(current);
        }
    }

    private int take(Conversation current, ByteBuf in) throws BenchFailed {
        int before = answered;
        while (answered < asked) {
            int start = in.readerIndex();
            int end = in.indexOf(start, in.writerIndex(), LINE_FEED);
            if (end < 0) {
                break;
            }
            current.take(answered++, in, start, end);
            in.readerIndex(end + 1);
        }
        return answered - before;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        fail(faults.closed(everAnswered));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(faults.broken(cause, everAnswered));
    }

    /** Ends the conversation, if there is one. A connection that has nothing to say may end as it likes. */
    private void fail(BenchFailed reason) {
        if (conversation != null) {
            conversation = null;
            over.completeExceptionally(reason);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context);
    }
}
