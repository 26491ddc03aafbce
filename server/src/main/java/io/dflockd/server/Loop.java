package io.dflockd.server;

import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Request;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one event loop has for itself: its connections, buffers they take turns with, and the intake of their requests.
 *
 * <p>Everything here belongs to the loop's thread, except its {@link Doorbell}.
 */
final class Loop {
    /** How long one connection is served before the others get their turn. */
    static final long TURN_NANOS = 2_000_000;

    /** How long a piece of work takes that very much is done in: others wait less often than they are served. */
    static final long PIECE_NANOS = 200_000;

    private static final int FEW_CONNECTIONS = 4;
    private static final int INPUT_BYTES = 65_536;
    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    final EventLoop thread;
    final byte[] input = new byte[INPUT_BYTES];
    final Request request = new Request();
    final Lines lines = new Lines();
    final Intake intake;
    final Doorbell doorbell = new Doorbell(this::comeToTheDoor);

    private final Runnable onHandOver;
    private final Service service;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final Queue<Pace> touched = new ArrayDeque<>();
    private final Queue<ConnectionSession> ending = new ArrayDeque<>();
    private boolean isBehind; // the touched connections have turns of their own
    private boolean isStopping;

    Loop(EventLoop thread, Runnable onHandOver, Service service) {
        this.thread = thread;
        this.onHandOver = onHandOver;
        this.service = service;
        this.intake = service.runtime().newIntake();
    }

    /** The clock of leases, on which clients are judged too: it does not count time in which the server stood still. */
    long nowNanos() {
        return service.runtime().nowNanos();
    }

    /** How long things take here. */
    long elapsedNanos() {
        return service.nanoTime().getAsLong();
    }

    /** A client of this loop gets what it waited for: others may be waiting for what it does next. */
    void handsOver() {
        onHandOver.run();
    }

    private void comeToTheDoor() {
        thread.execute(() -> {
            doorbell.answer();
            settle();
        });
    }

    /** The connection has something to write, or may go on with its requests. */
    void touch(Pace pace) {
        touched.add(pace);
    }

    /** Lets the touched connections go on and write, unless there are so many that they take turns of their own. */
    void settle() {
        if (!isBehind) {
            settleSome();
        }
    }

    /** Lets the touched connections go on and write, or only this one, which is being served, if there are very many. */
    void settle(Pace served) {
        if (isBehind) {
            served.goOn();
        } else {
            settleSome();
        }
    }

    /** The touched connections go on in turns of their own: between two of these the sockets are looked at. */
    void settleLater() {
        if (isStopping) {
            settleSome(); // there are no more turns
        } else if (!isBehind) {
            isBehind = true;
            afterOthers(() -> {
                isBehind = false;
                settleSome();
            });
        }
    }

    /** As many as fit a turn. Looks at the clock only where there are more than a few. */
    private void settleSome() {
        long started = 0;
        int settled = 0;
        for (Pace each = touched.poll(); each != null; each = touched.poll()) {
            each.goOn();
            if (++settled == FEW_CONNECTIONS) {
                started = elapsedNanos();
            } else if (settled % FEW_CONNECTIONS == 0 && !isStopping && elapsedNanos() - started > PIECE_NANOS) {
                settleLater();
                return;
            }
        }
    }

    /** A task that is only executed runs before the loop looks at its sockets again; one that is due waits for that. */
    void afterOthers(Runnable task) {
        var unused = thread.schedule(() -> runLogged(task), 0, TimeUnit.NANOSECONDS);
    }

    /** What fails in a scheduled task would only be noted in a future that nobody reads. */
    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException bug) {
            log.error("an event loop could not go on as it should", bug);
        }
    }

    /** The session has more to give up than fits one turn. False if there are no more turns. */
    boolean endLater(ConnectionSession session) {
        if (!isStopping) {
            if (ending.isEmpty()) {
                afterOthers(this::goOnEnding);
            }
            ending.add(session);
        }
        return !isStopping;
    }

    /** One turn of one of them, however many there are: between two turns the sockets are looked at. */
    private void goOnEnding() {
        ConnectionSession next = ending.poll();
        boolean areMore = !ending.isEmpty();
        if (areMore) {
            afterOthers(this::goOnEnding);
        }
        if (next != null) {
            next.goOnEnding();
        }
        settle();
    }

    /** The loop is about to stop: what has begun to end ends now. */
    void finish() {
        isStopping = true;
        for (ConnectionSession each = ending.poll(); each != null; each = ending.poll()) {
            each.goOnEnding();
        }
    }

    void add(Connection connection) {
        connections.add(connection);
    }

    void remove(Connection connection) {
        connections.remove(connection);
    }

    List<Connection> connections() {
        return List.copyOf(connections);
    }
}
