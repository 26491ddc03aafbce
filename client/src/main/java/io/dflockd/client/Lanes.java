package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Transport;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where at one server something may wait, and stay: usually on the connection that everything shares. A further one is
 * made where the protocol wants it: for each of them at a server that knows no tags, and for the second ticket of a key.
 */
final class Lanes {
    /** The keys that have their one ticket, or their one place at a barrier, on this connection. */
    private record Taken(@Nullable Connection on, Set<String> keys) {}

    private final Endpoint endpoint;
    private final Server server;
    private final Transport transport;
    private final Core core;
    private final AtomicReference<Taken> taken = new AtomicReference<>(new Taken(null, Set.of()));
    private final Set<Connection> further = ConcurrentHashMap.newKeySet();
    private final Set<CompletableFuture<Lane>> awaited = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    // Only on the transport's thread:
    private final Backoff backoff;
    private boolean inTrouble; // the latest further connection could not be made, or broke

    Lanes(Endpoint endpoint, Server server, Transport transport, Core core) {
        this.endpoint = endpoint;
        this.server = server;
        this.transport = transport;
        this.core = core;
        this.backoff = Backoff.of(core.options());
    }

    /** For any number of requests that wait. Cancelling it ends the search for a connection. */
    CompletableFuture<Lane> forWaiting(TimeLimit limit) {
        return Futures.then(
                server.connection(limit.left(), limit.untilConnected()),
                connection -> connection.isTagged()
                        ? CompletableFuture.completedFuture(new ConnectionLane(connection, () -> {}))
                        : further(),
                Lane::finished);
    }

    /** For a two-phase entry, of which a connection can have one for each key. */
    CompletableFuture<Lane> forTicket(String key) {
        return forOneOf(key, server.connection(core.options().connection.answerTimeout()));
    }

    /** For a place at a barrier, of which a connection can have one for each key. */
    CompletableFuture<Lane> forBarrier(String key, TimeLimit limit) {
        String name = "barrier " + key; // no key has a blank, so this is no ticket's
        return forOneOf(name, server.connection(limit.left(), limit.untilConnected()));
    }

    private CompletableFuture<Lane> forOneOf(String key, CompletableFuture<Connection> shared) {
        return Futures.then(
                shared,
                connection -> {
                    Set<String> keys = keysTakenOn(connection);
                    return connection.isTagged() && keys.add(key)
                            ? CompletableFuture.completedFuture(new ConnectionLane(connection, () -> keys.remove(key)))
                            : further();
                },
                Lane::finished);
    }

    private Set<String> keysTakenOn(Connection connection) {
        return taken.updateAndGet(present ->
                        present.on() == connection ? present : new Taken(connection, ConcurrentHashMap.newKeySet()))
                .keys();
    }

    /** After trouble there is a pause, which grows as with the shared connection. */
    @SuppressWarnings("CollectionUndefinedEquality") // it is the very same future
    private CompletableFuture<Lane> further() {
        CompletableFuture<Lane> lane = new CompletableFuture<>();
        awaited.add(lane);
        lane.whenComplete((ready, failure) -> awaited.remove(lane));
        transport.execute(() -> {
            long pauseNanos = inTrouble ? backoff.nextNanos() : 0;
            inTrouble = false;
            if (closed) {
                lane.completeExceptionally(new ClientClosedException());
            } else {
                transport.after(pauseNanos, () -> connect(lane));
            }
        });
        return lane;
    }

    private void connect(CompletableFuture<Lane> lane) {
        transport
                .connect(endpoint, core.options().connection, push -> {})
                .whenComplete((connection, failure) -> transport.execute(() -> {
                    if (failure == null) {
                        connected(connection, lane);
                    } else {
                        inTrouble = true;
                        lane.completeExceptionally(Futures.unwrapped(failure));
                    }
                }));
    }

    private void connected(Connection connection, CompletableFuture<Lane> lane) {
        long sinceNanos = core.now();
        further.add(connection);
        connection.onClose(cause -> transport.execute(() -> ended(connection, cause, core.now() - sinceNanos)));
        if (closed || !lane.complete(new ConnectionLane(connection, connection::close))) {
            connection.close();
        }
    }

    private void ended(Connection connection, ConnectionException cause, long livedNanos) {
        further.remove(connection);
        boolean asWanted = cause instanceof ClientClosedException;
        inTrouble |= !asWanted;
        if (asWanted) {
            backoff.succeeded();
        } else {
            backoff.lasted(livedNanos);
        }
    }

    void close() {
        closed = true;
        further.forEach(Connection::close);
        transport.execute(() -> awaited.forEach(lane -> lane.completeExceptionally(new ClientClosedException())));
    }
}
