package io.dflockd.client;

import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server: the connection that everything shares, made again when it broke and is needed, after a pause that grows
 * with every failure. A server that knows no tags gets a further connection for each request that may wait.
 */
final class Server {
    private static final Logger log = LoggerFactory.getLogger(Server.class);

    /** As good as for ever, and still a number of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** Somebody who cannot go on without a connection. */
    private record Waiter(CompletableFuture<Connection> connection, Timers.Timer patience, boolean triesAgain) {}

    /** What must be told to every new connection, such as a subscription. */
    interface Standing {
        /** On the transport's thread. */
        void connected(Connection connection);
    }

    private final Endpoint endpoint;
    private final Transport transport;
    private final Core core;
    private final Consumer<String> pushes;
    private final Backoff backoff;
    private final List<Standing> standing = new CopyOnWriteArrayList<>();
    private final Set<Connection> extra = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Connection shared;
    private volatile Set<String> enqueuedKeys = Set.of(); // on the shared connection
    private volatile boolean closed;

    // Only on the transport's thread:
    private final List<Waiter> waiters = new ArrayList<>();
    private boolean connecting;
    private @Nullable Throwable lastFailure;
    private boolean hasTried;

    Server(Endpoint endpoint, Transport transport, Core core, Consumer<String> pushes) {
        this.endpoint = endpoint;
        this.transport = transport;
        this.core = core;
        this.pushes = pushes;
        this.backoff = new Backoff(core.options().firstBackoff, core.options().mostBackoff, new SplittableRandom());
    }

    /** The connection that everything shares, as soon as there is one; an exception if there is none in time. */
    CompletableFuture<Connection> connection(Duration patience) {
        Connection current = shared;
        if (current != null && current.isOpen()) {
            return CompletableFuture.completedFuture(current);
        }
        return await(patience, true);
    }

    /** The same for a start: the first failure counts. */
    CompletableFuture<Connection> firstConnection() {
        return await(core.options().connection.connectTimeout(), false);
    }

    private CompletableFuture<Connection> await(Duration patience, boolean triesAgain) {
        CompletableFuture<Connection> wanted = new CompletableFuture<>();
        transport.execute(() -> {
            Connection current = shared;
            if (closed) {
                wanted.completeExceptionally(new ClientClosedException());
            } else if (current != null && current.isOpen()) {
                wanted.complete(current);
            } else {
                Timers.Timer timer = transport.after(saturatedNanos(patience), () -> giveUp(wanted));
                waiters.add(new Waiter(wanted, timer, triesAgain));
                connectIfNeeded();
            }
        });
        return wanted;
    }

    private static long saturatedNanos(Duration patience) {
        return patience.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : patience.toNanos();
    }

    private void giveUp(CompletableFuture<Connection> wanted) {
        String why = lastFailure == null ? "no answer in time" : String.valueOf(lastFailure.getMessage());
        waiters.removeIf(waiter -> waiter.connection() == wanted);
        wanted.completeExceptionally(new ConnectionException(endpoint + " cannot be reached: " + why, lastFailure));
    }

    private void connectIfNeeded() {
        boolean needed = !waiters.isEmpty() || !standing.isEmpty();
        if (!connecting && !closed && needed && !isConnected()) {
            connecting = true;
            if (hasTried) {
                transport.after(backoff.nextNanos(), this::connect); // not all clients at the same moment
            } else {
                connect();
            }
        }
    }

    private boolean isConnected() {
        Connection current = shared;
        return current != null && current.isOpen();
    }

    private void connect() {
        transport
                .connect(endpoint, core.options().connection, pushes)
                .whenComplete((connection, failure) -> transport.execute(() -> {
                    connecting = false;
                    if (failure == null) {
                        connected(connection);
                    } else {
                        failed(failure);
                    }
                }));
    }

    private void connected(Connection connection) {
        if (closed) {
            connection.close();
            return;
        }
        log.debug("connected to {}{}", endpoint, connection.isTagged() ? "" : ", which knows no tags");
        hasTried = true;
        backoff.succeeded();
        lastFailure = null;
        shared = connection;
        enqueuedKeys = ConcurrentHashMap.newKeySet();
        core.metrics().connected(endpoint.toString());
        connection.onClose(cause -> transport.execute(() -> broke(cause)));
        standing.forEach(each -> each.connected(connection));
        List<Waiter> served = List.copyOf(waiters);
        waiters.clear();
        for (Waiter waiter : served) {
            waiter.patience().cancel();
            waiter.connection().complete(connection);
        }
    }

    private void broke(ConnectionException cause) {
        if (!closed) {
            log.info("lost the connection: {}", cause.getMessage());
            core.metrics().disconnected(endpoint.toString());
            connectIfNeeded();
        }
    }

    /** A wrong secret will not become right; anything else may pass. */
    private void failed(Throwable failure) {
        log.debug("no connection to {}: {}", endpoint, failure.getMessage());
        core.metrics().disconnected(endpoint.toString());
        lastFailure = failure;
        hasTried = true;
        failWaiters(failure, waiter -> !waiter.triesAgain() || closed || failure instanceof AuthException);
        connectIfNeeded();
    }

    private void failWaiters(Throwable failure, Predicate<Waiter> which) {
        List<Waiter> failed = waiters.stream().filter(which).toList();
        waiters.removeAll(failed);
        for (Waiter waiter : failed) {
            waiter.patience().cancel();
            waiter.connection().completeExceptionally(failure);
        }
    }

    /** A connection for something that may wait there, and stay. */
    CompletableFuture<Lane> lane(Duration patience) {
        return connection(patience)
                .thenCompose(connection -> connection.isTagged()
                        ? CompletableFuture.completedFuture(new ConnectionLane(connection, () -> {}))
                        : ownLane());
    }

    /** The same for a two-phase entry, of which a connection can have one for each key. */
    CompletableFuture<Lane> ticketLane(String key, Duration patience) {
        return connection(patience).thenCompose(connection -> {
            Set<String> keys = enqueuedKeys;
            if (connection.isTagged() && keys.add(key)) {
                return CompletableFuture.completedFuture(new ConnectionLane(connection, () -> keys.remove(key)));
            }
            return ownLane();
        });
    }

    /** The same for a place at a barrier, of which a connection can have one for each key. */
    CompletableFuture<Lane> barrierLane(String key, Duration patience) {
        return ticketLane("barrier " + key, patience); // no key has a blank, so this is no ticket's
    }

    private CompletableFuture<Lane> ownLane() {
        return transport
                .connect(endpoint, core.options().connection, push -> {})
                .thenApply(connection -> {
                    extra.add(connection);
                    connection.onClose(cause -> extra.remove(connection));
                    if (closed) {
                        connection.close();
                    }
                    return new ConnectionLane(connection, connection::close);
                });
    }

    /** From now on every connection is told, also the present one. */
    void addStanding(Standing added) {
        transport.execute(() -> {
            standing.add(added);
            Connection current = shared;
            if (current != null && current.isOpen()) {
                added.connected(current);
            } else {
                connectIfNeeded();
            }
        });
    }

    void removeStanding(Standing removed) {
        standing.remove(removed);
    }

    void close() {
        closed = true;
        Connection current = shared;
        if (current != null) {
            current.close();
        }
        extra.forEach(Connection::close);
        transport.execute(() -> failWaiters(new ClientClosedException(), all -> true));
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
