package io.dflockd.cli.bench;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads that drive the connections, and the kind of socket that fits them. */
record Loops(EventLoopGroup group, Class<? extends SocketChannel> socket) implements AutoCloseable {

    static Loops start(int threads) {
        DefaultThreadFactory names = new DefaultThreadFactory("dflockd-bench", true);
        return Epoll.isAvailable()
                ? new Loops(
                        new MultiThreadIoEventLoopGroup(threads, names, EpollIoHandler.newFactory()),
                        EpollSocketChannel.class)
                : new Loops(
                        new MultiThreadIoEventLoopGroup(threads, names, NioIoHandler.newFactory()),
                        NioSocketChannel.class);
    }

    /** The next loop in turn. */
    EventLoop next() {
        return group.next();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
