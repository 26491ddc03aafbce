package io.dflockd.client.transport;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.net.InetAddress;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect: the host's address, the connection, TLS, the first requests, all of it within one time. On the
 * transport's thread.
 */
final class Attempt {
    private final Endpoint server;
    private final ConnectionSettings settings;
    private final Consumer<String> pushes;
    private final Transport transport;
    private final CompletableFuture<Connection> ready;
    private int shareMillis; // of the time, for each address
    private String missing = "address of the host";

    /** Ends when {@code ready} has ended, also if that is by a cancellation. */
    Attempt(
            Endpoint server,
            ConnectionSettings settings,
            Consumer<String> pushes,
            Transport transport,
            CompletableFuture<Connection> ready) {
        this.server = server;
        this.settings = settings;
        this.pushes = pushes;
        this.transport = transport;
        this.ready = ready;
    }

    void begin() {
        Timers.Timer alarm = transport.after(
                Timers.nanos(settings.connectTimeout()), () -> fail("no " + missing + " in time", null));
        ready.whenComplete((connection, failure) -> alarm.cancel());
        Steps.when(
                transport.names.apply(server.host()),
                ready,
                (addresses, unknown) -> transport.execute(ready, () -> found(addresses, unknown)));
    }

    private void found(List<InetAddress> addresses, @Nullable Throwable unknown) {
        if (unknown != null) {
            fail("there is no such host", unknown);
        } else if (transport.isClosed()) {
            ready.completeExceptionally(new ClientClosedException());
        } else if (!ready.isDone()) {
            missing = "answer";
            shareMillis = share(addresses.size());
            connect(addresses.iterator());
        }
    }

    private void fail(String why, @Nullable Throwable cause) {
        ready.completeExceptionally(new ConnectionException("cannot connect to " + server + ": " + why, cause));
    }

    private int share(int addresses) {
        long whole = TimeUnit.NANOSECONDS.toMillis(Timers.nanos(settings.connectTimeout()));
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, whole / addresses));
    }

    /** A host may have several addresses, and listen on one: they are tried in turn. */
    private void connect(Iterator<InetAddress> addresses) {
        Bootstrap bootstrap = transport.bootstrap().handler(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                Steps.take(ready, () -> prepare(channel));
            }
        });
        InetAddress address = addresses.next();
        if (addresses.hasNext()) {
            bootstrap.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, shareMillis); // one that is silent is not the last
        }
        ChannelFuture attempt = bootstrap.connect(address, server.port());
        ready.whenComplete((connection, failure) -> {
            if (failure != null) {
                attempt.channel().close();
            }
        });
        Runnable next = Steps.towards(ready, () -> attempted(attempt, addresses));
        attempt.addListener(done -> next.run());
    }

    private void attempted(Future<?> done, Iterator<InetAddress> others) {
        if (done.isSuccess()) {
            return;
        }
        if (transport.isClosed()) {
            ready.completeExceptionally(new ClientClosedException());
        } else if (others.hasNext() && !ready.isDone()) {
            connect(others);
        } else {
            fail(reason(done), done.cause());
        }
    }

    private void prepare(Channel channel) {
        Connection connection = new Connection(channel, transport, server, settings, pushes);
        transport.endWithIt(connection);
        Tls.addTo(channel, server, settings);
        channel.pipeline().addLast(new LineCutter(connection));
        new Handshake(connection, settings, ready).arm();
    }

    /** In words that say no more than needed: the usual case is a server that was not started. */
    private static String reason(Future<?> failed) {
        Throwable cause = failed.cause();
        if (cause == null) {
            return "given up";
        }
        String message = String.valueOf(cause.getMessage());
        return cause instanceof ConnectException && message.contains("refused") ? "connection refused" : message;
    }
}
