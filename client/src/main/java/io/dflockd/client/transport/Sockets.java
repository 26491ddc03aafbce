package io.dflockd.client.transport;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loop of a transport and the kind of socket that goes with it: epoll on Linux, NIO elsewhere.
 *
 * <p>The application decides which Netty it is, 4.1 or 4.2. The groups used here are all that both versions have: 4.2
 * deprecates them in favour of a class that 4.1 does not know.
 *
 * @param group has one event loop
 * @param type of the sockets
 * @param abandon closes a socket whose event loop has ended: a channel is only ever closed by its loop
 */
record Sockets(EventLoopGroup group, Class<? extends Channel> type, Consumer<Channel> abandon) {
    private static final Logger log = LoggerFactory.getLogger(Sockets.class);

    /** The best there is: an application may have left out the jars of epoll, or have those of another version. */
    static Sockets open(ThreadFactory threads, SelectStrategyFactory strategy) {
        try {
            if (Epoll.isAvailable()) {
                return epoll(threads, strategy);
            }
        } catch (LinkageError missing) {
            log.info("no epoll with the jars of Netty that are there, NIO takes its place: {}", missing.toString());
        }
        return nio(threads, strategy);
    }

    @SuppressWarnings("deprecation")
    private static Sockets epoll(ThreadFactory threads, SelectStrategyFactory strategy) {
        return new Sockets(
                new EpollEventLoopGroup(1, threads, strategy), EpollSocketChannel.class, Sockets::closeDescriptor);
    }

    private static void closeDescriptor(Channel channel) {
        try {
            ((EpollSocketChannel) channel).fd().close();
        } catch (IOException failed) {
            log.debug("{} could not be closed", channel, failed);
        }
    }

    @SuppressWarnings("deprecation")
    private static Sockets nio(ThreadFactory threads, SelectStrategyFactory strategy) {
        return new Sockets(
                new NioEventLoopGroup(1, threads, SelectorProvider.provider(), strategy),
                NioSocketChannel.class,
                channel -> channel.unsafe().closeForcibly());
    }
}
