package io.dflockd.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The threads that move bytes, the kind of socket that fits them, and the lookout that each thread keeps. */
record EventLoops(
        Transport transport,
        EventLoopGroup group,
        Class<? extends ServerSocketChannel> socket,
        Map<ThreadAwareExecutor, Lookout> lookouts) {

    private static final long MOST_UNSENT_BYTES = 131_072;

    static EventLoops of(ServerConfig config) throws StartupException {
        Transport transport = choose(config.transport());
        IoHandlerFactory handler = switch (transport) {
            case EPOLL -> loop -> new LastingEpoll(EpollIoHandler.newFactory().newHandler(loop));
            case IO_URING -> IoUringIoHandler.newFactory();
            case NIO, AUTO -> NioIoHandler.newFactory();
        };
        Class<? extends ServerSocketChannel> socket = switch (transport) {
            case EPOLL -> EpollServerSocketChannel.class;
            case IO_URING -> IoUringServerSocketChannel.class;
            case NIO, AUTO -> NioServerSocketChannel.class;
        };
        DefaultThreadFactory threads = new DefaultThreadFactory("dflockd-loop", true);
        Map<ThreadAwareExecutor, Lookout> lookouts = new ConcurrentHashMap<>();
        IoHandlerFactory watchful = loop -> {
            Lookout lookout = new Lookout(handler.newHandler(loop), System::nanoTime);
            lookouts.put(loop, lookout);
            return lookout;
        };
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(count(config), threads, watchful);
        return new EventLoops(transport, group, socket, lookouts);
    }

    /**
     * Bounds what the system keeps unsent for one client. Without it a slow reader has megabytes there, and nothing is
     * heard of its reading until a third of them is gone.
     */
    void limitUnsent(ServerBootstrap bootstrap) {
        switch (transport) {
            case EPOLL -> bootstrap.childOption(EpollChannelOption.TCP_NOTSENT_LOWAT, MOST_UNSENT_BYTES);
            case IO_URING -> bootstrap.childOption(IoUringChannelOption.TCP_NOTSENT_LOWAT, MOST_UNSENT_BYTES);
            case NIO, AUTO -> {} // Java has no such option
        }
    }

    private static Transport choose(Transport wanted) throws StartupException {
        boolean missing = (wanted == Transport.EPOLL && !Epoll.isAvailable())
                || (wanted == Transport.IO_URING && !IoUring.isAvailable());
        if (missing) {
            throw new StartupException("--transport " + wanted.name().toLowerCase(Locale.ROOT)
                    + " is not available on this machine; auto or nio is");
        }
        if (wanted != Transport.AUTO) {
            return wanted;
        }
        return Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO;
    }

    /** Half the cores: the clients on the other half keep one loop for each of theirs busy. */
    private static int count(ServerConfig config) {
        int cores = Runtime.getRuntime().availableProcessors();
        return config.eventLoops() > 0 ? config.eventLoops() : Math.max(1, cores / 2);
    }

    void stop() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
