package io.dflockd.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door: lets a connection in while there is room for it and for its address, and takes a breath when the system
 * cannot give us another socket.
 */
final class Admission extends ChannelInboundHandlerAdapter {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final Logger log = LoggerFactory.getLogger(Admission.class);

    private final int max;
    private final int maxPerAddress;
    private final AtomicTally open = new AtomicTally();
    private final Map<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();
    private long pauseMillis;

    Admission(ServerConfig config) {
        this.max = config.maxConnections() == 0 ? Integer.MAX_VALUE : config.maxConnections();
        this.maxPerAddress = config.maxConnectionsPerIp() == 0 ? Integer.MAX_VALUE : config.maxConnectionsPerIp();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel child = (Channel) message;
        pauseMillis = 0;
        if (admit(child)) {
            context.fireChannelRead(child);
        } else {
            child.unsafe().closeForcibly();
        }
    }

    /** A peer that has already gone has no address, and is not let in. */
    private boolean admit(Channel child) {
        if (!(child.remoteAddress() instanceof InetSocketAddress remote) || !open.takeBelow(max)) {
            return false;
        }
        InetAddress address = remote.getAddress();
        if (openByAddress.merge(address, 1, Integer::sum) > maxPerAddress) {
            leave(address);
            return false;
        }
        child.closeFuture().addListener(closed -> leave(address));
        return true;
    }

    private void leave(InetAddress address) {
        openByAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
        open.giveBack();
    }

    int open() {
        return open.count();
    }

    /** Accepting failed, most likely for want of descriptors: trying again at once would only burn the processor. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, pauseMillis * 2));
        log.warn(
                "cannot accept connections, trying again in {} ms: {}",
                pauseMillis,
                String.valueOf(cause.getMessage()));
        context.channel().config().setAutoRead(false);
        context.executor()
                .schedule(() -> context.channel().config().setAutoRead(true), pauseMillis, TimeUnit.MILLISECONDS);
    }
}
