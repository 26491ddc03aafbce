package io.dflockd.client.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;

/** Cuts what arrives into lines, and hands them to the connection. */
final class LineCutter extends ChannelInboundHandlerAdapter {
    /** All items of a list are one line, which may be longer than anybody wants to have in memory. */
    static final int MAX_LINE = 1 << 24;

    private static final int USUAL_LINE = 256;

    private final Connection connection;
    private byte[] begun = new byte[USUAL_LINE]; // a line whose end has not arrived yet
    private int begunLength;
    private boolean skipping; // the rest of a line that was too long

    LineCutter(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (context.pipeline().get(io.netty.handler.ssl.SslHandler.class) == null) {
            connection.opened();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent agreed && agreed.isSuccess()) {
            connection.opened();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            connection.heardBytes(begunLength > 0 || skipping);
            for (int end = endOfLine(bytes); end >= 0; end = endOfLine(bytes)) {
                take(end, bytes);
            }
            keep(bytes);
        } finally {
            bytes.release();
        }
    }

    private void take(int end, ByteBuf bytes) {
        if (isTooLong(end - bytes.readerIndex())) {
            skipFrom(bytes);
        }
        if (skipping) {
            bytes.readerIndex(end + 1);
            skipping = false;
        } else {
            connection.heard(lineUpTo(end, bytes));
        }
    }

    private static int endOfLine(ByteBuf bytes) {
        return bytes.indexOf(bytes.readerIndex(), bytes.writerIndex(), (byte) '\n');
    }

    private String lineUpTo(int end, ByteBuf bytes) {
        String line;
        int length = end - bytes.readerIndex();
        if (begunLength == 0) {
            line = bytes.toString(bytes.readerIndex(), length, StandardCharsets.UTF_8);
            bytes.readerIndex(end);
        } else {
            append(bytes, length);
            line = new String(begun, 0, begunLength, StandardCharsets.UTF_8);
            begunLength = 0;
            begun = begun.length > 1 << 16 ? new byte[USUAL_LINE] : begun;
        }
        bytes.skipBytes(1);
        return line;
    }

    /** What is left is the beginning of a line, unless it is the middle of one that is too long. */
    private void keep(ByteBuf bytes) {
        if (isTooLong(bytes.readableBytes())) {
            skipFrom(bytes);
        }
        if (!skipping) {
            append(bytes, bytes.readableBytes());
        }
    }

    private boolean isTooLong(int more) {
        return !skipping && begunLength + more > MAX_LINE;
    }

    /** The beginning of the line has the tag of the request that it answers. */
    private void skipFrom(ByteBuf bytes) {
        if (begunLength < USUAL_LINE) {
            append(bytes, Math.min(bytes.readableBytes(), USUAL_LINE));
        }
        String beginning = new String(begun, 0, Math.min(begunLength, USUAL_LINE), StandardCharsets.UTF_8);
        begun = new byte[USUAL_LINE];
        begunLength = 0;
        skipping = true;
        connection.heardTooLong(beginning);
    }

    private void append(ByteBuf bytes, int length) {
        if (begunLength + length > begun.length) {
            begun = java.util.Arrays.copyOf(begun, Math.max(2 * begun.length, begunLength + length));
        }
        bytes.readBytes(begun, begunLength, length);
        begunLength += length;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connection.broken("the server closed the connection", null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable root = rootOf(cause);
        connection.broken(
                root instanceof NotSslRecordException
                        ? "the server does not speak TLS there"
                        : "the connection broke: " + root.getMessage(),
                cause);
    }

    private static Throwable rootOf(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
