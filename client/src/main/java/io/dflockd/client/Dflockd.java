package io.dflockd.client;

import io.dflockd.client.callbacks.Callbacks;
import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.transport.Transport;
import io.dflockd.client.wire.GrantKind;
import io.dflockd.client.wire.Pushed;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A client of one or several dflockd servers, or of a cluster. One is enough for a process: it may be used by any number of threads, and
 * one connection to each server carries all locks and nearly everything else; {@link Signals} and {@link Election} say
 * when there is a further one.
 *
 * <pre>{@code
 * try (Dflockd dflockd = Dflockd.connect("127.0.0.1:6388")) {
 *     try (Grant grant = dflockd.lock("orders").acquire(Duration.ofSeconds(10))) {
 *         ledger.write(order, grant.fence());
 *     }
 * }
 * }</pre>
 */
public final class Dflockd implements AutoCloseable {
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(10);
    private static final AtomicInteger number = new AtomicInteger();

    private final Transport transport;
    private final Core core;
    private final List<ServerLink> servers = new ArrayList<>();
    private final Requests requests;
    private final List<Feeds> feeds = new ArrayList<>(); // in the order of the servers

    private Dflockd(String name, DflockdOptions options, Callbacks callbacks) {
        transport = new Transport(name + "-io");
        core = new Core(options, transport, callbacks, new Waiting(transport::isOwnThread, callbacks.usual()));
        links(options)
                .forEach(nodes -> feeds.add(
                        new Feeds(pushes -> new ServerLink(nodes, transport, core, pushes), transport, core)));
        feeds.forEach(each -> servers.add(each.server()));
        requests = new Requests(this::server, core);
        transport.onStop(this::close);
    }

    /**
     * One link for each server that stands alone, or one for a cluster: that tries its nodes in an order of this client, so
     * that not all clients are at the same node, and do not all go to the same one when theirs is gone.
     */
    private static List<List<Endpoint>> links(DflockdOptions options) {
        if (!options.areOneCluster) {
            return options.servers.stream().map(List::of).toList();
        }
        List<Endpoint> nodes = new ArrayList<>(options.servers);
        Collections.shuffle(nodes);
        return List.of(nodes);
    }

    /**
     * Connects to these servers, {@code host:port} each; several share the keys between them.
     *
     * @throws ConnectionException if none of them can be reached
     */
    public static Dflockd connect(String... servers) {
        return connect(DflockdOptions.builder().servers(servers).build());
    }

    /** Connects as the options say. One server that is there is enough; the keys of the others fail until they are. */
    public static Dflockd connect(DflockdOptions options) {
        Objects.requireNonNull(options, "options");
        String name = "dflockd-" + number.incrementAndGet();
        Callbacks callbacks = new Callbacks(name, options.callbackExecutor); // first: it may find no thread
        try {
            Dflockd client = new Dflockd(name, options, callbacks);
            client.connectOrClose();
            return client;
        } catch (RuntimeException | Error failed) {
            callbacks.close();
            throw failed;
        }
    }

    private void connectOrClose() {
        try {
            core.waiting().await(anyConnection(), Purpose.slot("connection to " + servers, Duration.ZERO, core));
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    /** The first that is there is enough, also while another does not answer. */
    private CompletableFuture<Connection> anyConnection() {
        CompletableFuture<Connection> any = new CompletableFuture<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (ServerLink server : servers) {
            Steps.when(server.connection(core.options().startTimeout, Timers.LONGEST), any, (connection, failure) -> {
                if (failure == null) {
                    any.complete(connection);
                    return;
                }
                failures.add(failure);
                if (failures.size() == servers.size()) {
                    any.completeExceptionally(allOf(failures));
                }
            });
        }
        return any;
    }

    private static Throwable allOf(List<Throwable> failures) {
        if (failures.size() == 1) {
            return failures.get(0);
        }
        String message = failures.stream().map(Throwable::getMessage).collect(Collectors.joining("; "));
        boolean isSecret = failures.stream().allMatch(AuthException.class::isInstance);
        DflockdException all = isSecret ? new AuthException(message) : new ConnectionException(message);
        failures.forEach(all::addSuppressed);
        return all;
    }

    /** A lock that one at a time can hold. Nothing is asked of the server before it is acquired. */
    public Lock lock(String key) {
        return lock(GrantKind.LOCK, key);
    }

    /** A lock with {@code limit} slots. All who use the key at a time must name the same limit. */
    public Semaphore semaphore(String key, int limit) {
        return new Semaphore(new Slot(GrantKind.SEMAPHORE, key, limit, core.options().lease), server(key), core);
    }

    /** A lock that many can hold to read, or one to write, in order of arrival: readers cannot starve a writer. */
    public ReadWriteLock readWriteLock(String key) {
        return new ReadWriteLock(lock(GrantKind.READ, key), lock(GrantKind.WRITE, key));
    }

    /** Work that is done while a lock is held, and returns nothing. */
    @FunctionalInterface
    public interface Task<E extends Exception> {
        /** Works while the grant is held; what it throws goes to whoever asked for the work. */
        void with(Grant grant) throws E;
    }

    /** Waits up to ten seconds for the lock, works, and releases it; {@link Acquirable} has more ways to do that. */
    public <E extends Exception> void withLock(String key, Task<E> work) throws E {
        Objects.requireNonNull(work, "work");
        try (Grant grant = lock(key).acquire(USUAL_PATIENCE)) {
            work.with(grant);
        }
    }

    /** A whole number that is changed on the server. It is there as soon as it is used, and begins with 0. */
    public Counter counter(String key) {
        return new Counter(key, requests);
    }

    /** The values of all keys, each on the server of its key. */
    public Values values() {
        return new Values(requests);
    }

    /** A list on the server: a queue of jobs, for one. */
    public ItemList list(String key) {
        return new ItemList(key, requests);
    }

    /** A place where so many wait for each other. */
    public Barrier barrier(String key, int count) {
        return new Barrier(key, count, requests);
    }

    /** An election of one leader at a time. */
    public Election election(String key) {
        return new Election(new Slot(GrantKind.ELECTION, key, 1, core.options().lease), this, core);
    }

    /** Messages to whoever listens at that moment; nothing is kept for those who do not. */
    public Signals signals() {
        return new Signals(this, requests, core);
    }

    /**
     * Calls the handler for everything that happens to the keys that the pattern means: the name of a key, or one in
     * which {@code *} stands for one part between dots, and {@code >} as the last part for one or more. Waits until the
     * server has confirmed it; a pattern with wildcards concerns all servers, and each of them must.
     *
     * @throws DflockdException if a server refuses it or cannot be reached
     */
    public Subscription watch(String pattern, Consumer<? super Change> handler) {
        return core.waiting()
                .await(startWatching(pattern, handler), Purpose.subscription(Topic.changes(pattern), core));
    }

    /** Begins to watch as {@link #watch} does; the future has the subscription once every server concerned has confirmed it. */
    public CompletableFuture<Subscription> watchAsync(String pattern, Consumer<? super Change> handler) {
        return core.waiting().handOver(startWatching(pattern, handler), Subscription::closeAsync);
    }

    private CompletableFuture<Subscription> startWatching(String pattern, Consumer<? super Change> handler) {
        Objects.requireNonNull(handler, "handler");
        return subscribe(Topic.changes(pattern), push -> {
            Pushed.Change change = (Pushed.Change) push;
            handler.accept(new Change(change.event(), change.key()));
        });
    }

    CompletableFuture<Subscription> subscribe(Topic topic, Consumer<Pushed> handler) {
        List<Feeds> concerned = topic.isExact() ? List.of(feeds.get(serverIndex(topic.pattern()))) : feeds;
        return Subscription.start(topic, concerned, handler, core);
    }

    private Lock lock(GrantKind kind, String key) {
        return new Lock(new Slot(kind, key, 1, core.options().lease), server(key), core);
    }

    /** Which server the key lives on. */
    ServerLink server(String key) {
        return servers.get(serverIndex(key));
    }

    private int serverIndex(String key) {
        int index = core.options().sharding.indexOf(key, servers.size());
        if (index < 0 || index >= servers.size()) {
            throw new IllegalArgumentException(
                    "the sharding strategy gives server " + index + " of " + servers.size() + " for key '" + key + "'");
        }
        return index;
    }

    /** Ends all connections: what is still held is lost when this returns, and the servers give it to others. */
    @Override
    public void close() {
        try {
            servers.forEach(ServerLink::close);
            feeds.forEach(Feeds::close);
            CompletableFuture<Boolean> ended = new CompletableFuture<>();
            transport.execute(ended, () -> ended.complete(true)); // behind the end of the connections
            core.waiting().awaitAtMost(core.options().releaseTimeout, ended);
        } finally {
            transport.close();
            core.waiting().close();
            core.callbacks().close();
        }
    }

    @Override
    public String toString() {
        return servers.stream()
                .map(server -> server + " " + server.condition())
                .collect(Collectors.joining(", ", "Dflockd[", "]"));
    }
}
