package io.dflockd.server;

import io.dflockd.engine.Census;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running dflockd server. Several can live in one process.
 *
 * <pre>{@code
 * try (DflockdServer server = DflockdServer.start(ServerConfig.builder().port(0).build())) {
 *     connectTo(server.address());
 * }
 * }</pre>
 */
public final class DflockdServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;
    private static final long DRAIN_CHECK_MILLIS = 20;
    private static final long CLOSE_NOTIFY_MILLIS = 500;
    private static final Logger log = LoggerFactory.getLogger(DflockdServer.class);

    private final ServerConfig config;
    private final EventLoops eventLoops;
    private final ScheduledThreadPoolExecutor background =
            new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("dflockd-background", true));
    private final Breakdown breakdown;
    private final Service service;
    private final Admission admission;
    private final Map<EventExecutor, Loop> loops = new LinkedHashMap<>();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final AtomicLong lastConnection = new AtomicLong();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final Channel listener;
    private volatile boolean draining;

    /** Starts listening. The message of the exception is one line for whoever started it. */
    public static DflockdServer start(ServerConfig config) throws StartupException {
        return start(config, EmbeddedRuntime::open);
    }

    /**
     * Starts a server for a program that decides itself what happens when an {@link Error} breaks the engine down: no
     * memory, classes that do not fit together. It is told once, on the thread that ran into it, which may be one of the
     * server's. Without such a choice the server closes, and the program goes on.
     */
    public static DflockdServer start(ServerConfig config, Consumer<Error> onBreakdown) throws StartupException {
        return start(config, EmbeddedRuntime::open, onBreakdown);
    }

    /** Starts listening once a runtime of another kind than the usual one, in memory and alone, is ready to serve. */
    public static DflockdServer start(ServerConfig config, RuntimeFactory runtimes) throws StartupException {
        return new DflockdServer(config, runtimes, new SteadyClock(System::nanoTime), null);
    }

    /** Starts a server with a runtime of another kind, for a program that decides what happens when it breaks down. */
    public static DflockdServer start(ServerConfig config, RuntimeFactory runtimes, Consumer<Error> onBreakdown)
            throws StartupException {
        return new DflockdServer(config, runtimes, new SteadyClock(System::nanoTime), onBreakdown);
    }

    static DflockdServer start(ServerConfig config, LongSupplier clock) throws StartupException {
        return new DflockdServer(config, EmbeddedRuntime::open, clock, null);
    }

    private DflockdServer(
            ServerConfig config, RuntimeFactory runtimes, LongSupplier clock, @Nullable Consumer<Error> onBreakdown)
            throws StartupException {
        this.config = config;
        this.breakdown = new Breakdown(onBreakdown == null ? broken -> closeElsewhere() : onBreakdown);
        background.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        SslContext tls = Tls.of(config);
        this.eventLoops = EventLoops.of(config);
        EngineRuntime runtime = newRuntime(runtimes, clock);
        StatsDesk statsDesk = new StatsDesk(runtime);
        this.service = new Service(
                config,
                runtime,
                System::nanoTime,
                new Authenticator(config.authToken(), config.adminToken()),
                new WrongGuesses(),
                new HeapGuard(config, System::nanoTime),
                new RefusalLog(System::nanoTime),
                statsDesk,
                new ClusterDesk(runtime, statsDesk));
        this.admission = new Admission(config);
        eventLoops.group().forEach(loop -> loops.put(loop, newLoop((EventLoop) loop)));
        runtime.onBreakdown(breakdown);
        try {
            runtime.start();
            this.listener = listen(tls);
        } catch (StartupException failed) {
            stopThreads();
            throw failed;
        }
    }

    private EngineRuntime newRuntime(RuntimeFactory runtimes, LongSupplier clock) throws StartupException {
        try {
            return runtimes.create(config, clock, background);
        } catch (StartupException failed) {
            eventLoops.stop();
            background.shutdown();
            throw failed;
        }
    }

    private Loop newLoop(EventLoop thread) {
        Lookout lookout = Objects.requireNonNull(eventLoops.lookouts().get(thread));
        return new Loop(thread, lookout::begin, service);
    }

    private Channel listen(@Nullable SslContext tls) throws StartupException {
        InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
        if (address.isUnresolved()) {
            throw new StartupException("cannot listen on --host " + config.host() + ": no such host");
        }
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(eventLoops.group())
                .channel(eventLoops.socket())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .handler(admission)
                .childHandler(new Pipeline(tls));
        eventLoops.limitUnsent(bootstrap);
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new StartupException(
                    "cannot listen on " + shownAddress() + ": " + reason(bound.cause()), bound.cause());
        }
        return bound.channel();
    }

    private String shownAddress() {
        String host = config.host();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + config.port();
    }

    /** The native transports know the system's errors only as text. */
    static String reason(Throwable problem) {
        String message = problem.getMessage() == null ? problem.getClass().getSimpleName() : problem.getMessage();
        if (message.contains("in use")) {
            return "the port is in use; choose another with --port";
        }
        if (problem instanceof java.net.BindException || message.contains("assign requested address")) {
            return "it is not an address of this machine";
        }
        if (problem instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        if (problem instanceof java.nio.file.NoSuchFileException) {
            return "no such directory";
        }
        if (problem instanceof java.nio.file.AccessDeniedException || message.contains("Permission denied")) {
            return "permission denied";
        }
        return message;
    }

    /** Sets a new connection up. */
    private final class Pipeline extends ChannelInitializer<Channel> {
        private final @Nullable SslContext tls;

        Pipeline(@Nullable SslContext tls) {
            this.tls = tls;
        }

        @Override
        protected void initChannel(Channel channel) {
            if (draining) {
                channel.close();
                return;
            }
            channels.add(channel);
            if (tls != null) {
                SslHandler handshake = tls.newHandler(channel.alloc());
                handshake.setHandshakeTimeoutMillis(0); // the patience of the connection counts, on the clock of leases
                handshake.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
                channel.pipeline().addLast(handshake);
            }
            Loop loop = loops.get(channel.eventLoop());
            if (loop == null) {
                throw new IllegalStateException("a connection on a foreign event loop: " + channel.eventLoop());
            }
            channel.pipeline().addLast(new Connection(lastConnection.incrementAndGet(), service, loop, tls != null));
        }
    }

    /** Where it listens; the port is the real one if any was asked for. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** The transport in use. */
    public Transport transport() {
        return eventLoops.transport();
    }

    /** How many things of each kind the server remembers. */
    public Census census() {
        return service.runtime().census();
    }

    /** How many connections are open. */
    public int connections() {
        return admission.open();
    }

    /** How long ago leases and timeouts were last looked after, in nanoseconds. */
    public long timeKeeperAgeNanos() {
        return service.runtime().nowNanos() - service.runtime().lastTimeKeptNanos();
    }

    /**
     * Shuts down in an orderly way: nobody is let in, waiters are sent away, holders may finish until the shutdown
     * timeout. Completes when every connection is gone. It waits for the port to be closed, so an event loop must not
     * call it.
     */
    public CompletableFuture<Void> drain() {
        synchronized (drained) {
            if (draining) {
                return drained;
            }
            draining = true;
        }
        log.info(
                "draining: connections open: {}, time for those that hold something: {}",
                connections(),
                config.shutdownTimeout().isZero()
                        ? "without limit"
                        : config.shutdownTimeout().toSeconds() + " s");
        listener.close().awaitUninterruptibly();
        service.heapGuard().close(); // from now on the engine refuses data, for another reason
        service.runtime().dismissAll();
        loops.values()
                .forEach(loop -> loop.thread.execute(() -> loop.connections().forEach(Connection::drain)));
        if (!config.shutdownTimeout().isZero()) {
            background.schedule(this::closeConnections, config.shutdownTimeout().toNanos(), TimeUnit.NANOSECONDS);
        }
        checkDrained();
        return drained;
    }

    /** Holders may also lose what they hold by time, so everyone is asked now and then. */
    private void checkDrained() {
        if (channels.isEmpty()) {
            close();
            return;
        }
        loops.values()
                .forEach(loop -> loop.thread.execute(() -> loop.connections().forEach(Connection::leaveUnlessHolding)));
        background.schedule(this::checkDrained, DRAIN_CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void closeConnections() {
        if (!channels.isEmpty()) {
            log.warn("shutdown timeout: connections cut off: {}", channels.size());
            channels.close();
        }
    }

    /** Stops at once: connections are cut, and their sessions end. An event loop must not call it. */
    @Override
    public void close() {
        draining = true;
        listener.close().awaitUninterruptibly();
        channels.close().awaitUninterruptibly();
        try {
            stopThreads();
        } finally {
            drained.complete(null);
        }
    }

    /** None of the server's own threads can wait until they all have ended. */
    private void closeElsewhere() {
        new Thread(this::close, "dflockd-breakdown").start();
    }

    /** Where an error that comes out of the engine is told. */
    Breakdown breakdown() {
        return breakdown;
    }

    private synchronized void stopThreads() {
        service.statsDesk().close();
        service.heapGuard().close();
        for (Loop loop : loops.values()) {
            if (!loop.thread.isShuttingDown()) {
                loop.thread.submit(loop::finish).awaitUninterruptibly();
            }
        }
        eventLoops.stop();
        background.shutdown();
        service.runtime().close();
    }
}
