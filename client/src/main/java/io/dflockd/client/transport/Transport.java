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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that reads, writes and keeps time for all connections of a client. */
public final class Transport implements Timers, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Transport.class);

    final Lookout lookout = new Lookout(System::nanoTime);
    final Function<String, CompletableFuture<List<InetAddress>>> names;
    private final Sockets sockets;
    private final EventLoop loop;
    private final Set<Connection> connections = new HashSet<>(); // only on the loop's thread
    private volatile boolean closed;
    private volatile Runnable whenStopped = () -> {};

    /** The name is that of the thread. */
    public Transport(String name) {
        this(name, Names::find);
    }

    Transport(String name, Function<String, CompletableFuture<List<InetAddress>>> names) {
        this.names = names;
        sockets = Sockets.open(task -> thread(name, untilStopped(task)), () -> lookout);
        loop = sockets.group().next();
    }

    /** An error in the loop itself ends its thread: nothing would ever happen any more, and nobody be told. */
    private Runnable untilStopped(Runnable wholeLoop) {
        return () -> {
            try {
                wholeLoop.run();
            } finally {
                if (!closed) {
                    stopped();
                }
            }
        };
    }

    private void stopped() {
        closed = true;
        endConnections(new IllegalStateException("the client's thread has stopped, the log may say why"));
        whenStopped.run();
    }

    /** Called if the thread stops although nobody has closed this; on that thread. */
    public void onStop(Runnable task) {
        whenStopped = task;
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
        execute(ready, () -> {
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

    void endWithIt(Connection connection) {
        connections.add(connection);
        connection.channel().closeFuture().addListener(done -> connections.remove(connection));
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
        Runnable guarded = guarded(task);
        try {
            loop.execute(guarded);
        } catch (RejectedExecutionException ended) {
            guarded.run();
        }
    }

    /** Runs a task that somebody waits for, on the transport's thread: if it throws, {@code last} ends with that. */
    public void execute(CompletableFuture<?> last, Runnable task) {
        execute(Steps.towards(last, task));
    }

    /**
     * The rule for what nobody waits for, or nobody alone: if it throws, something was left undone, and nobody knows what.
     * All connections end, which everybody hears of, and everything begins anew.
     */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error thrown) {
                failed(thrown);
            }
        };
    }

    /** Tells of something thrown that only ends well if all begins anew. On the transport's thread. */
    public void failed(Throwable thrown) {
        log.error("a step of the client has failed, which ends its connections", thrown);
        endConnections(thrown);
    }

    private void endConnections(Throwable cause) {
        List.copyOf(connections).forEach(each -> each.broken("the client failed with " + cause, cause));
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
            Future<?> scheduled = loop.schedule(guarded(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
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
        for (Connection connection : List.copyOf(connections)) {
            close(connection.channel());
        }
    }

    private void close(Channel channel) {
        if (!loop.inEventLoop()) {
            sockets.abandon().accept(channel);
            return;
        }
        channel.close();
        if (channel.isOpen()) {
            channel.unsafe().closeForcibly(); // it wanted to send something before
        }
    }
}
