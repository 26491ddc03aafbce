package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.transport.Transport;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where at one server something may wait, and stay: usually on the connection that everything shares. A further one is
 * made where the protocol wants it: for each of them at a server that knows no tags, and for the second ticket of a key.
 */
final class Lanes {
    /** The keys that have their one ticket, or their one place at a barrier, on this connection. */
    private record Taken(@Nullable Connection on, Set<String> keys) {}

    private final ServerLink server;
    private final Transport transport;
    private final Core core;
    private final AtomicReference<Taken> taken = new AtomicReference<>(new Taken(null, Set.of()));
    private final Set<Connection> further = ConcurrentHashMap.newKeySet();
    private final Set<CompletableFuture<Lane>> awaited = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    // Only on the transport's thread:
    private final Backoff backoff;
    private @Nullable Throwable trouble; // why the latest further connection was not made, or broke
    private long boundNanos; // for the pauses of those who come in trouble
    private long growAtNanos;

    Lanes(ServerLink server, Transport transport, Core core) {
        this.server = server;
        this.transport = transport;
        this.core = core;
        this.backoff = Backoff.of(core.options());
    }

    /** Gives a lane that was found to its user, unless the result for which it was wanted has ended before. */
    static void give(CompletableFuture<Lane> wanted, CompletableFuture<?> result, Consumer<Lane> user) {
        Futures.cancelTogether(result, wanted);
        Steps.when(wanted, result, (lane, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (result.isDone()) {
                lane.finished();
            } else {
                user.accept(lane);
            }
        });
    }

    /** For any number of requests that wait. Cancelling it ends the search for a connection. */
    CompletableFuture<Lane> forWaiting(TimeLimit limit) {
        return lane(limit, shared -> shared.isTagged() ? onShared(shared, () -> {}) : null);
    }

    /** For a two-phase entry, of which a connection can have one for each key. */
    CompletableFuture<Lane> forTicket(String key, TimeLimit limit) {
        return lane(limit, shared -> onlyOne(key, shared));
    }

    /** For a place at a barrier, of which a connection can have one for each key. */
    CompletableFuture<Lane> forBarrier(String key, TimeLimit limit) {
        String name = "barrier " + key; // no key has a blank, so no ticket has this name
        return lane(limit, shared -> onlyOne(name, shared));
    }

    private @Nullable Lane onlyOne(String key, Connection shared) {
        Set<String> keys = keysTakenOn(shared);
        return shared.isTagged() && keys.add(key) ? onShared(shared, () -> keys.remove(key)) : null;
    }

    private static Lane onShared(Connection shared, Runnable whenFinished) {
        shared.use();
        return new ConnectionLane(shared, () -> {
            whenFinished.run();
            shared.stopUsing();
        });
    }

    private Set<String> keysTakenOn(Connection connection) {
        if (!connection.isOpen()) {
            return ConcurrentHashMap.newKeySet(); // another may be there already, and has its own
        }
        return taken.updateAndGet(present ->
                        present.on() == connection ? present : new Taken(connection, ConcurrentHashMap.newKeySet()))
                .keys();
    }

    /** What is found for it on the shared connection, or else a further one. */
    private CompletableFuture<Lane> lane(TimeLimit limit, Function<Connection, @Nullable Lane> find) {
        CompletableFuture<Connection> shared = server.connection(limit.left(), limit.untilConnected());
        CompletableFuture<Lane> lane = new CompletableFuture<>();
        Futures.cancelTogether(lane, shared);
        Steps.when(shared, lane, (connection, failure) -> {
            Lane found = failure == null ? find.apply(connection) : null;
            if (failure != null) {
                lane.completeExceptionally(Futures.unwrapped(failure));
            } else if (found == null) {
                awaitFurther(lane, limit, connection.server());
            } else if (!lane.complete(found)) {
                found.finished();
            }
        });
        return lane;
    }

    /** After trouble there is a pause, which grows as with the shared connection. */
    @SuppressWarnings("CollectionUndefinedEquality") // it is the very same future
    private void awaitFurther(CompletableFuture<Lane> lane, TimeLimit limit, Endpoint node) {
        awaited.add(lane);
        lane.whenComplete((ready, failure) -> awaited.remove(lane));
        transport.execute(lane, () -> {
            if (closed) {
                lane.completeExceptionally(new ClientClosedException());
                return;
            }
            if (trouble != null && limit.isOver() && core.now() - growAtNanos < 0) {
                lane.completeExceptionally(
                        failure(trouble, node)); // whoever does not wait tries again after the pauses
                return;
            }
            long pauseNanos = trouble == null ? 0 : backoff.nanosBelow(boundNanos);
            Timers.Timer begin = transport.after(
                    Math.min(pauseNanos, limit.left().toNanos()), Steps.towards(lane, () -> connect(lane, node)));
            Timers.Timer end = transport.after(Timers.nanos(limit.untilConnected()), () -> giveUp(lane, node));
            lane.whenComplete((ready, failure) -> {
                begin.cancel();
                end.cancel();
            });
        });
    }

    /** However many fail at once, their pauses grow once. */
    private void inTrouble(Throwable cause) {
        long now = core.now();
        if (trouble == null || now - growAtNanos >= 0) {
            boundNanos = backoff.nextBound();
            growAtNanos = now + boundNanos;
        }
        trouble = cause;
    }

    private static ConnectionException failure(@Nullable Throwable cause, Endpoint node) {
        String why = cause == null ? "no answer in time" : String.valueOf(cause.getMessage());
        return new ConnectionException("cannot make a further connection to " + node + ": " + why, cause);
    }

    private static void giveUp(CompletableFuture<Lane> lane, Endpoint node) {
        lane.completeExceptionally(failure(null, node));
    }

    private void connect(CompletableFuture<Lane> lane, Endpoint node) {
        CompletableFuture<Connection> attempt = transport.connect(node, core.options().connection, push -> {});
        Futures.cancelTogether(lane, attempt);
        Steps.when(
                attempt,
                lane,
                (connection, failure) -> transport.execute(lane, () -> {
                    if (failure == null) {
                        connected(connection, lane);
                    } else if (!attempt.isCancelled()) {
                        inTrouble(Futures.unwrapped(failure));
                        core.metrics().connectFailed(node.toString());
                        lane.completeExceptionally(Futures.unwrapped(failure));
                    }
                }));
    }

    private void connected(Connection connection, CompletableFuture<Lane> lane) {
        trouble = null;
        core.metrics().connected(connection.server().toString());
        long sinceNanos = core.now();
        further.add(connection);
        connection.onClose(cause -> transport.execute(() -> ended(connection, cause, core.now() - sinceNanos)));
        if (closed || !lane.complete(new ConnectionLane(connection, connection::close))) {
            connection.close();
        }
    }

    private void ended(Connection connection, ConnectionException cause, long livedNanos) {
        further.remove(connection);
        core.metrics().disconnected(connection.server().toString());
        boolean asWanted = cause instanceof ClientClosedException || connection.wasTakenBack();
        if (asWanted) {
            backoff.succeeded();
        } else {
            backoff.lasted(livedNanos);
            inTrouble(cause);
        }
    }

    void close() {
        closed = true;
        further.forEach(Connection::close);
        transport.execute(() -> awaited.forEach(lane -> lane.completeExceptionally(new ClientClosedException())));
    }
}
