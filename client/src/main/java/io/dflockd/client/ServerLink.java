package io.dflockd.client;

import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.transport.Transport;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The link to one server: the connection that everything shares. It is made when it is needed, and made again when it
 * broke, after a pause that grows with every failure.
 */
final class ServerLink {
    private static final Logger log = LoggerFactory.getLogger(ServerLink.class);

    /**
     * Somebody who cannot go on without a connection, and for whom from some moment on the next failure counts. Not a record:
     * every client has one in a set before it is connected, and the first hash of any record takes the JVM milliseconds.
     */
    private static final class Seeker {
        private final CompletableFuture<Connection> connection;
        private final long patientUntilNanos;

        Seeker(CompletableFuture<Connection> connection, long patientUntilNanos) {
            this.connection = connection;
            this.patientUntilNanos = patientUntilNanos;
        }

        CompletableFuture<Connection> connection() {
            return connection;
        }

        long patientUntilNanos() {
            return patientUntilNanos;
        }
    }

    /** What must be told to every new connection, such as a subscription. */
    interface Standing {
        /** On the transport's thread. */
        void connected(Connection connection);
    }

    /** How it stands with making the shared connection. */
    private enum Phase {
        /** No attempt is under way: there is a connection, or nobody needs one. */
        RESTING,
        /** An attempt begins after this pause, if somebody still needs it then. */
        PAUSING,
        /** An attempt is under way. */
        CONNECTING,
        /** Nothing begins any more. */
        CLOSED
    }

    private final Endpoint endpoint;
    private final Transport transport;
    private final Core core;
    private final Consumer<String> pushes;
    private final Backoff backoff;
    private final List<Standing> standing = new CopyOnWriteArrayList<>();
    private final Lanes lanes;
    private final ThreadHolds threadHolds = new ThreadHolds();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RESTING); // any thread may close it
    private volatile @Nullable Connection shared; // the latest one, open or not

    // Only on the transport's thread:
    private final Set<Seeker> seekers = new LinkedHashSet<>();
    private boolean missed; // by somebody who could not wait for it
    private @Nullable Throwable lastFailure; // since there was a connection

    ServerLink(Endpoint endpoint, Transport transport, Core core, Consumer<String> pushes) {
        this.endpoint = endpoint;
        this.transport = transport;
        this.core = core;
        this.pushes = pushes;
        this.backoff = Backoff.of(core.options());
        this.lanes = new Lanes(endpoint, this, transport, core);
    }

    ThreadHolds threadHolds() {
        return threadHolds;
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
        return connection(patience, patience);
    }

    /**
     * The connection that everything shares, as soon as there is one. Once the patience is over, an attempt that is under
     * way may still succeed, until {@code atMost}.
     */
    CompletableFuture<Connection> connection(Duration patience, Duration atMost) {
        Connection present = present();
        if (present != null) {
            return CompletableFuture.completedFuture(present);
        }
        CompletableFuture<Connection> wanted = new CompletableFuture<>();
        transport.execute(wanted, () -> {
            Connection made = present();
            if (isClosed()) {
                wanted.completeExceptionally(new ClientClosedException());
            } else if (made != null) {
                wanted.complete(made);
            } else {
                awaitNext(wanted, patience, atMost);
            }
        });
        return wanted;
    }

    private void awaitNext(CompletableFuture<Connection> wanted, Duration patience, Duration atMost) {
        Seeker seeker = new Seeker(wanted, core.now() + Timers.nanos(patience));
        seekers.add(seeker);
        wanted.whenComplete((connection, failure) -> transport.execute(() -> seekers.remove(seeker)));
        Timers.Timer impatience = transport.after(Timers.nanos(patience), () -> giveUpIfUnlikely(seeker));
        Timers.Timer end = transport.after(Timers.nanos(atMost), () -> giveUp(seeker));
        wanted.whenComplete((connection, failure) -> {
            impatience.cancel();
            end.cancel();
        });
        connectIfNeeded();
    }

    /** The latest attempt has failed, and none is under way. */
    private void giveUpIfUnlikely(Seeker seeker) {
        if (phase.get() == Phase.PAUSING && lastFailure != null) {
            giveUp(seeker);
        }
    }

    private void giveUp(Seeker seeker) {
        missed = true;
        Throwable failure = lastFailure;
        seeker.connection()
                .completeExceptionally(
                        failure == null
                                ? new ConnectionException("cannot connect to " + endpoint + ": no answer in time")
                                : again(failure));
    }

    /** To each an exception of its own: whoever waits for it shows in its stack trace. */
    private Throwable again(Throwable failure) {
        boolean isOurs = failure instanceof DflockdException;
        String message =
                isOurs ? String.valueOf(failure.getMessage()) : "cannot connect to " + endpoint + ": " + failure;
        if (failure instanceof AuthException) {
            return new AuthException(message);
        }
        if (failure instanceof DrainingException) {
            return new DrainingException(message);
        }
        return new ConnectionException(message, failure);
    }

    private void connectIfNeeded() {
        if (phase.get() == Phase.RESTING && isNeeded() && present() == null) {
            CompletableFuture<?> attempt = new CompletableFuture<>(); // which ends only if it fails half-way
            Steps.when(attempt, attempt, (never, thrown) -> brokeOff(Objects.requireNonNull(thrown)));
            Steps.take(attempt, () -> {
                if (hasTried()) {
                    pause(attempt);
                } else {
                    connect(Phase.RESTING, attempt);
                }
            });
        }
    }

    /** Whether there was a connection or a failure before. */
    private boolean hasTried() {
        return shared != null || lastFailure != null;
    }

    /** Not all clients try again at the same moment. */
    private void pause(CompletableFuture<?> attempt) {
        if (phase.compareAndSet(Phase.RESTING, Phase.PAUSING)) {
            transport.after(backoff.nextNanos(), Steps.towards(attempt, () -> goOn(attempt)));
        }
    }

    /** The pause is over. */
    private void goOn(CompletableFuture<?> attempt) {
        if (isNeeded()) {
            connect(Phase.PAUSING, attempt);
        } else {
            rest();
        }
    }

    private void connect(Phase from, CompletableFuture<?> attempt) {
        if (phase.compareAndSet(from, Phase.CONNECTING)) {
            missed = false;
            Steps.when(
                    transport.connect(endpoint, core.options().connection, pushes),
                    attempt,
                    (connection, failure) -> transport.execute(attempt, () -> attempted(connection, failure)));
        }
    }

    /** The attempt has ended, or was given up before it began. */
    private void rest() {
        Phase present = phase.get();
        if (present != Phase.CLOSED) {
            phase.compareAndSet(present, Phase.RESTING);
        }
    }

    /** Whatever is thrown on the way to a connection, nobody who waits for one is forgotten, and the next may try again. */
    private void brokeOff(Throwable thrown) {
        rest();
        failSeekers(() -> again(thrown), all -> true);
        transport.failed(thrown);
    }

    private boolean isNeeded() {
        return !seekers.isEmpty() || !standing.isEmpty() || missed;
    }

    private @Nullable Connection present() {
        Connection current = shared;
        return current != null && current.isOpen() ? current : null;
    }

    private void attempted(Connection connection, @Nullable Throwable failure) {
        rest();
        if (failure == null) {
            connected(connection);
        } else {
            failed(failure);
        }
    }

    private void connected(Connection connection) {
        if (isClosed()) {
            connection.close();
            return;
        }
        log.atLevel(hasTried() ? Level.INFO : Level.DEBUG)
                .log("connected to {}{}", endpoint, connection.isTagged() ? "" : ", which knows no tags");
        lastFailure = null;
        missed = false;
        shared = connection;
        core.metrics().connected(endpoint.toString());
        long sinceNanos = core.now();
        connection.onClose(cause -> transport.execute(() -> broke(cause, core.now() - sinceNanos)));
        standing.forEach(each -> each.connected(connection));
        List<Seeker> served = List.copyOf(seekers);
        served.forEach(seeker -> seeker.connection().complete(connection));
        served.forEach(seekers::remove);
    }

    private void broke(ConnectionException cause, long livedNanos) {
        core.metrics().disconnected(endpoint.toString());
        if (!isClosed()) {
            log.warn("lost the connection: {}", cause.getMessage());
            backoff.lasted(livedNanos);
            connectIfNeeded();
        }
    }

    /** A wrong secret will not become right; anything else may pass. */
    private void failed(Throwable failure) {
        if (isClosed()) {
            return;
        }
        boolean isNews = shared != null && lastFailure == null; // the first one is thrown by connect
        log.atLevel(isNews ? Level.WARN : Level.DEBUG)
                .log("{}; it is tried again while somebody needs it", failure.getMessage());
        core.metrics().connectFailed(endpoint.toString());
        lastFailure = failure;
        long now = core.now();
        boolean isFinal = failure instanceof AuthException;
        failSeekers(() -> again(failure), seeker -> isFinal || now - seeker.patientUntilNanos() >= 0);
        connectIfNeeded();
    }

    private void failSeekers(Supplier<Throwable> failure, Predicate<Seeker> which) {
        List<Seeker> failed = seekers.stream().filter(which).toList();
        failed.forEach(seeker -> fail(seeker.connection(), failure));
        failed.forEach(seekers::remove);
    }

    private static void fail(CompletableFuture<?> wanted, Supplier<Throwable> failure) {
        Steps.take(wanted, () -> wanted.completeExceptionally(failure.get()));
    }

    /** From now on every connection is told, also the present one. On the transport's thread. */
    void addStanding(Standing added) {
        standing.add(added);
        Connection present = present();
        if (present != null) {
            added.connected(present);
        } else {
            connectIfNeeded();
        }
    }

    void removeStanding(Standing removed) {
        standing.remove(removed);
    }

    boolean isClosed() {
        return phase.get() == Phase.CLOSED;
    }

    /** How it stands with it at this moment, in words. */
    String condition() {
        if (isClosed()) {
            return "closed";
        }
        return present() == null ? "not connected" : "connected";
    }

    void close() {
        phase.set(Phase.CLOSED);
        Connection current = shared;
        if (current != null) {
            current.close();
        }
        lanes.close();
        transport.execute(() -> failSeekers(ClientClosedException::new, all -> true));
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
