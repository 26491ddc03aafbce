package io.dflockd.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The least that a Netty server can do with this protocol: it counts newlines and gives every third one the same
 * answer. What it reaches is what the sockets cost; docs/BENCHMARKS.md compares the server with it.
 */
final class BareEcho extends ChannelInboundHandlerAdapter {
    private static final byte[] ANSWER = "ok 00000000000000000000000000000000 33\n".getBytes(StandardCharsets.US_ASCII);

    private int newlines;

    public static void main(String[] args) throws StartupException {
        ServerConfig config =
                ServerConfig.builder().port(Integer.parseInt(args[0])).build();
        EventLoops loops = EventLoops.of(config);
        new ServerBootstrap()
                .group(loops.group())
                .channel(loops.socket())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new BareEcho());
                    }
                })
                .bind(config.host(), config.port())
                .syncUninterruptibly()
                .channel()
                .closeFuture()
                .syncUninterruptibly();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        ByteBuf answers = context.alloc().buffer();
        int from = bytes.readerIndex();
        for (int at = bytes.indexOf(from, bytes.writerIndex(), (byte) '\n');
                at >= 0;
                at = bytes.indexOf(at + 1, bytes.writerIndex(), (byte) '\n')) {
            if (++newlines % 3 == 0) {
                answers.writeBytes(ANSWER);
            }
        }
        bytes.release();
        context.write(answers, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }
}
