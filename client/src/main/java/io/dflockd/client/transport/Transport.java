package io.dflockd.client.transport;

import io.dflockd.client.exceptions.ClientClosedException;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** The one thread that reads, writes and keeps time for all connections of a client. */
public final class Transport implements Timers, AutoCloseable {
    final Lookout lookout = new Lookout(System::nanoTime);
    final Function<String, CompletableFuture<List<InetAddress>>> names;
    private final Sockets sockets;
    private final EventLoop loop;
    private final Set<Channel> channels = new HashSet<>(); // only on the loop's thread
    private volatile boolean closed;

    /** The name is that of the thread. */
    public Transport(String name) {
        this(name, Names::find);
    }

    Transport(String name, Function<String, CompletableFuture<List<InetAddress>>> names) {
        this.names = names;
        sockets = Sockets.open(task -> thread(name, task), () -> lookout);
        loop = sockets.group().next();
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new FastThreadLocalThread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Connects, and agrees with the server on all that {@code settings} ask for. The line of every push is handed to
     * {@code pushes}, on the transport's thread. Cancelling it ends the attempt.
     */
    public CompletableFuture<Connection> connect(
            Endpoint server, ConnectionSettings settings, Consumer<String> pushes) {
        CompletableFuture<Connection> ready = new CompletableFuture<>();
        execute(() -> {
            if (closed) {
                ready.completeExceptionally(new ClientClosedException());
            } else {
                new Attempt(server, settings, pushes, this, ready).begin();
            }
        });
        return ready;
    }

    Bootstrap bootstrap() {
        return new Bootstrap()
                .group(sockets.group())
                .channel(sockets.type())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0); // every attempt has its own time
    }

    void closeAtTheEnd(Channel channel) {
        channels.add(channel);
        channel.closeFuture().addListener(done -> channels.remove(channel));
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether this is the thread on which nobody may wait. */
    public boolean isOwnThread() {
        return loop.inEventLoop();
    }

    /** Runs the task on the transport's thread, soon; at once if the transport has ended and there is none. */
    public void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException ended) {
            task.run();
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer after(long delayNanos, Runnable task) {
        if (loop.isShuttingDown()) {
            return () -> {};
        }
        try {
            Future<?> scheduled = loop.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException ended) {
            return () -> {};
        }
    }

    /** Closes all connections; returns when the thread is on its way out. */
    @Override
    public void close() {
        execute(this::closeChannels);
        sockets.group().shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** The loop itself would forget some if it was busy with a task when it was told to end. */
    private void closeChannels() {
        closed = true;
        for (Channel channel : List.copyOf(channels)) {
            channel.close();
            if (channel.isOpen()) {
                channel.unsafe().closeForcibly(); // it wanted to send something before
            }
        }
    }
}
