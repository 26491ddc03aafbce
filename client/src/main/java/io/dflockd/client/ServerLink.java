package io.dflockd.client;

import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.ConnectionSettings;
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
import java.util.concurrent.ConcurrentHashMap;
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
 * The link to one server, or to one cluster: the connection that everything shares. It is made when it is needed, and made
 * again when it broke, after a pause that grows with every failure.
 *
 * <p>In a cluster it leads to one of the nodes. When that one fails, the others are tried at once, and the pause comes when
 * all of them have failed. A node that refuses a request for the moment is left, too: what is held there stays on the old
 * connection, which ends when it is not used any more, and everything new goes to another node.
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

    private final Transport transport;
    private final Core core;
    private final Consumer<String> pushes;
    private final ConnectionSettings settings;
    private final Backoff backoff;
    private final List<Standing> standing = new CopyOnWriteArrayList<>();
    private final Lanes lanes;
    private final ThreadHolds threadHolds = new ThreadHolds();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RESTING); // any thread may close it
    private final Set<Connection> leftBehind = ConcurrentHashMap.newKeySet(); // still used for what is held there
    private final String name;
    private volatile @Nullable Connection shared; // the latest one, open or not

    // Only on the transport's thread:
    private final Set<Seeker> seekers = new LinkedHashSet<>();
    private final Nodes nodes;
    private @Nullable Connection accounted; // the latest one whose end is known to the nodes
    private long connectedAtNanos;
    private boolean missed; // by somebody who could not wait for it
    private @Nullable Throwable lastFailure; // since there was a connection

    /** The nodes are tried in this order; a server that stands alone is the only one. */
    ServerLink(List<Endpoint> nodes, Transport transport, Core core, Consumer<String> pushes) {
        this.nodes = new Nodes(nodes);
        this.name = this.nodes.toString();
        this.transport = transport;
        this.core = core;
        this.pushes = pushes;
        this.settings = core.options().connection.forOneOf(nodes.size());
        this.backoff = Backoff.of(core.options());
        this.lanes = new Lanes(this, transport, core);
    }

    /** Whether a request that one node refuses for the moment may be asked of another. */
    boolean isCluster() {
        return nodes.areSeveral();
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
                                ? new ConnectionException("cannot connect to " + name + ": no answer in time")
                                : again(failure));
    }

    /** To each an exception of its own: whoever waits for it shows in its stack trace. */
    private Throwable again(Throwable failure) {
        String message = message(failure);
        if (failure instanceof AuthException && nodes.refuseTheSecret()) {
            return new AuthException(message);
        }
        if (failure instanceof DrainingException) {
            return new DrainingException(message);
        }
        if (failure instanceof NotLeaderException elsewhere) {
            return new NotLeaderException(message, elsewhere.address().orElse(null));
        }
        return new ConnectionException(message, failure);
    }

    /** Of a cluster, what is wrong with each of its nodes. */
    private String message(Throwable failure) {
        if (!(failure instanceof DflockdException)) {
            return "cannot connect to " + name + ": " + failure;
        }
        return nodes.areSeveral()
                ? "no node of the cluster can be used: " + nodes.troubles()
                : String.valueOf(failure.getMessage());
    }

    private void connectIfNeeded() {
        if (phase.get() == Phase.RESTING && isNeeded() && present() == null) {
            CompletableFuture<?> attempt = new CompletableFuture<>(); // which ends only if it fails half-way
            Steps.when(attempt, attempt, (never, thrown) -> brokeOff(Objects.requireNonNull(thrown)));
            Steps.take(attempt, () -> {
                accountForEnd(null);
                if (nodes.haveAllFailed()) {
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
            nodes.beginRound();
            connect(Phase.PAUSING, attempt);
        } else {
            rest();
        }
    }

    private void connect(Phase from, CompletableFuture<?> attempt) {
        if (phase.compareAndSet(from, Phase.CONNECTING)) {
            missed = false;
            Steps.when(
                    transport.connect(nodes.present(), settings, pushes),
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
                .log("connected to {}{}", connection.server(), connection.isTagged() ? "" : ", which knows no tags");
        lastFailure = null;
        missed = false;
        shared = connection;
        core.metrics().connected(connection.server().toString());
        nodes.arrived(core.metrics());
        connectedAtNanos = core.now();
        connection.onClose(cause -> transport.execute(() -> broke(connection, cause)));
        standing.forEach(each -> each.connected(connection));
        List<Seeker> served = List.copyOf(seekers);
        served.forEach(seeker -> seeker.connection().complete(connection));
        served.forEach(seekers::remove);
    }

    private void broke(Connection connection, ConnectionException cause) {
        core.metrics().disconnected(connection.server().toString());
        if (leftBehind.remove(connection) || isClosed()) {
            return;
        }
        log.warn("lost the connection: {}", cause.getMessage());
        if (connection == shared) {
            accountForEnd(cause);
        }
        connectIfNeeded();
    }

    /** The nodes hear of the end of a connection once, from whoever notices it first. */
    private void accountForEnd(@Nullable DflockdException cause) {
        if (accounted == shared) {
            return;
        }
        accounted = shared;
        long livedNanos = core.now() - connectedAtNanos;
        backoff.lasted(livedNanos);
        if (backoff.isSteady(livedNanos)) {
            nodes.beginRound();
        }
        nodes.fail(cause == null ? new ConnectionException(nodes.present() + ": the connection has ended") : cause);
    }

    /**
     * The server has refused something that another node may do at this moment; the answer is whether there is one. Then
     * everything new goes there. On the transport's thread.
     */
    boolean turnAwayFrom(String server, DflockdException refusal) {
        if (!isCluster() || isClosed()) {
            return false;
        }
        Connection present = present();
        if (present != null && present.server().toString().equals(server)) {
            log.info("another node is tried: {}", refusal.getMessage());
            leaveBehind(present);
            lastFailure = refusal;
            accountForEnd(refusal);
            connectIfNeeded();
        }
        return true;
    }

    /** It ends when nothing is waited for or held on it any more, at the latest with the client. */
    private void leaveBehind(Connection connection) {
        leftBehind.add(connection);
        connection.retire();
        if (isClosed()) {
            connection.close();
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
        core.metrics().connectFailed(nodes.present().toString());
        lastFailure = failure;
        nodes.fail(failure);
        if (nodes.haveAllFailed()) {
            long now = core.now();
            boolean isFinal = nodes.refuseTheSecret();
            failSeekers(() -> again(failure), seeker -> isFinal || now - seeker.patientUntilNanos() >= 0);
        }
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
        Connection present = present();
        if (present == null) {
            return "not connected";
        }
        return isCluster() ? "connected to " + present : "connected";
    }

    void close() {
        phase.set(Phase.CLOSED);
        Connection current = shared;
        if (current != null) {
            current.close();
        }
        leftBehind.forEach(Connection::close);
        lanes.close();
        transport.execute(() -> failSeekers(ClientClosedException::new, all -> true));
    }

    @Override
    public String toString() {
        return name;
    }
}
