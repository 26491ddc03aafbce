package io.dflockd.client;

import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.transport.Transport;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server: the connection that everything shares, made again when it broke and is needed, after a pause that grows
 * with every failure.
 */
final class Server {
    private static final Logger log = LoggerFactory.getLogger(Server.class);

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
    private final Lanes lanes;
    private volatile @Nullable Connection shared;
    private volatile boolean closed;

    // Only on the transport's thread:
    private final Set<Waiter> waiters = new LinkedHashSet<>();
    private boolean connecting;
    private @Nullable Throwable lastFailure;
    private boolean hasTried;

    Server(Endpoint endpoint, Transport transport, Core core, Consumer<String> pushes) {
        this.endpoint = endpoint;
        this.transport = transport;
        this.core = core;
        this.pushes = pushes;
        this.backoff = Backoff.of(core.options());
        this.lanes = new Lanes(endpoint, this, transport, core);
    }

    /** For whatever waits for long, or stays. */
    Lanes lanes() {
        return lanes;
    }

    /**
     * The connection that everything shares, as soon as there is one; an exception if there is none in time. Whoever does
     * not want it any more cancels it.
     */
    CompletableFuture<Connection> connection(Duration patience) {
        Connection current = shared;
        if (current != null && current.isOpen()) {
            return CompletableFuture.completedFuture(current);
        }
        return await(patience, true);
    }

    /** The same for a start: the first failure counts. */
    CompletableFuture<Connection> firstConnection() {
        return await(Timers.LONGEST, false);
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
                awaitNext(wanted, patience, triesAgain);
            }
        });
        return wanted;
    }

    private void awaitNext(CompletableFuture<Connection> wanted, Duration patience, boolean triesAgain) {
        Timers.Timer timer = transport.after(Timers.nanos(patience), () -> giveUp(wanted));
        Waiter waiter = new Waiter(wanted, timer, triesAgain);
        waiters.add(waiter);
        wanted.whenComplete((connection, failure) -> {
            timer.cancel();
            transport.execute(() -> waiters.remove(waiter));
        });
        connectIfNeeded();
    }

    private void giveUp(CompletableFuture<Connection> wanted) {
        String why = lastFailure == null ? "no answer in time" : String.valueOf(lastFailure.getMessage());
        wanted.completeExceptionally(new ConnectionException(endpoint + " cannot be reached: " + why, lastFailure));
    }

    private void connectIfNeeded() {
        if (!connecting && !closed && isNeeded() && !isConnected()) {
            connecting = true;
            if (hasTried) {
                transport.after(backoff.nextNanos(), this::connect); // not all clients at the same moment
            } else {
                connect();
            }
        }
    }

    private boolean isNeeded() {
        return !waiters.isEmpty() || !standing.isEmpty();
    }

    private boolean isConnected() {
        Connection current = shared;
        return current != null && current.isOpen();
    }

    /** Unless nobody needs it any more, after the pause. */
    private void connect() {
        if (!isNeeded()) {
            connecting = false;
            return;
        }
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
        lastFailure = null;
        shared = connection;
        core.metrics().connected(endpoint.toString());
        long sinceNanos = core.now();
        connection.onClose(cause -> transport.execute(() -> broke(cause, core.now() - sinceNanos)));
        standing.forEach(each -> each.connected(connection));
        List<Waiter> served = List.copyOf(waiters);
        waiters.clear();
        served.forEach(waiter -> waiter.connection().complete(connection));
    }

    private void broke(ConnectionException cause, long livedNanos) {
        core.metrics().disconnected(endpoint.toString());
        if (!closed) {
            log.info("lost the connection: {}", cause.getMessage());
            backoff.lasted(livedNanos);
            connectIfNeeded();
        }
    }

    /** A wrong secret will not become right; anything else may pass. */
    private void failed(Throwable failure) {
        log.debug("no connection to {}: {}", endpoint, failure.getMessage());
        core.metrics().connectFailed(endpoint.toString());
        lastFailure = failure;
        hasTried = true;
        if (failure instanceof AuthException) {
            failWaiters(() -> new AuthException(String.valueOf(failure.getMessage())), all -> true);
        } else {
            failWaiters(() -> failure, waiter -> !waiter.triesAgain());
        }
        connectIfNeeded();
    }

    /** To each an exception of its own: whoever waits for it shows in its stack trace. */
    private void failWaiters(Supplier<Throwable> failure, Predicate<Waiter> which) {
        List<Waiter> failed = waiters.stream().filter(which).toList();
        failed.forEach(waiters::remove);
        failed.forEach(waiter -> waiter.connection().completeExceptionally(failure.get()));
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
        lanes.close();
        transport.execute(() -> failWaiters(ClientClosedException::new, all -> true));
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
