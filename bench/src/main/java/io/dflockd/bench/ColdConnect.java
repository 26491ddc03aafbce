package io.dflockd.bench;

import io.dflockd.client.Dflockd;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The first connection of a process: of the client, or of Netty alone, which is the part that is not ours. */
final class ColdConnect {
    private ColdConnect() {}

    /** Arguments: port, and client or netty. Prints the milliseconds it took, and those of CPU since the process began. */
    public static void main(String[] args) {
        int port = Integer.parseInt(args[0]);
        long began = System.nanoTime();
        switch (args[1]) {
            case "client" -> connectClient(port);
            case "netty" -> connectNetty(port);
            default -> throw new IllegalArgumentException(args[1]);
        }
        long took = System.nanoTime() - began;
        System.out.println(TimeUnit.NANOSECONDS.toMillis(took) + " " + TimeUnit.NANOSECONDS.toMillis(cpuNanos()));
    }

    private static void connectClient(int port) {
        Dflockd dflockd = Dflockd.connect("127.0.0.1:" + port);
        Runtime.getRuntime().addShutdownHook(new Thread(dflockd::close));
    }

    /** Until a request is answered, as in the handshake of the client. */
    private static void connectNetty(int port) {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        CompletableFuture<Object> answered = new CompletableFuture<>();
        new Bootstrap()
                .group(loop)
                .channel(EpollSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext context) {
                        context.writeAndFlush(Unpooled.copiedBuffer("ping\n_\n\n", StandardCharsets.US_ASCII));
                    }

                    @Override
                    public void channelRead(ChannelHandlerContext context, Object answer) {
                        ReferenceCountUtil.release(answer);
                        answered.complete(answer);
                    }
                })
                .connect("127.0.0.1", port);
        answered.join();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
