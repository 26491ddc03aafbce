package io.dflockd.cli.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Opens connections to the server. */
final class Dialler {
    private static final int PATIENCE_MILLIS = 5_000;

    private final Server server;
    private final Faults faults;
    private final @Nullable SslContext tls;
    private final Bootstrap bootstrap;

    Dialler(Server server, Class<? extends SocketChannel> socket, @Nullable SslContext tls) {
        this.server = server;
        this.faults = new Faults(server);
        this.tls = tls;
        this.bootstrap = new Bootstrap()
                .channel(socket)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, PATIENCE_MILLIS);
    }

    /** A connection on this loop, once it is open and its TLS handshake done. */
    CompletableFuture<Connection> dial(EventLoop loop) {
        CompletableFuture<Connection> dialled = new CompletableFuture<>();
        Pipeline pipeline = new Pipeline(new Connection(faults));
        bootstrap
                .clone(loop)
                .handler(pipeline)
                .connect(server.host(), server.port())
                .addListener(connected -> {
                    SslHandler handshake = pipeline.handshake;
                    if (connected.isSuccess() && handshake != null) {
                        handshake.handshakeFuture().addListener(shaken -> settle(dialled, pipeline.connection, shaken));
                    } else {
                        settle(dialled, pipeline.connection, connected);
                    }
                });
        return dialled;
    }

    private void settle(CompletableFuture<Connection> dialled, Connection connection, Future<?> attempt) {
        if (attempt.isSuccess()) {
            dialled.complete(connection);
        } else {
            dialled.completeExceptionally(faults.unreachable(attempt.cause()));
        }
    }

    /** Remembers its handshake: a channel whose handshake has failed already knows nothing of it any more. */
    private final class Pipeline extends ChannelInitializer<Channel> {
        private final Connection connection;
        private @Nullable SslHandler handshake;

        Pipeline(Connection connection) {
            this.connection = connection;
        }

        @Override
        protected void initChannel(Channel channel) {
            if (tls != null) {
                SslHandler started = tls.newHandler(channel.alloc(), server.host(), server.port());
                started.setHandshakeTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                channel.pipeline().addLast(started);
                handshake = started;
            }
            channel.pipeline().addLast(connection);
        }
    }
}
