package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between a client and a server that breaks their connections as a network does.
 *
 * <pre>{@code
 * try (FaultProxy proxy = new FaultProxy(server.port())) {
 *     connectTo(proxy.address());
 *     proxy.blackHole(Direction.BOTH);
 *     proxy.heal();
 * }
 * }</pre>
 *
 * <p>A condition (a delay, a black hole, a limit of bytes) is for the connections of this moment and all that follow,
 * until {@link #heal}. An event (a cut, a reset, a side dropped) is for those of this moment alone. {@link #present},
 * {@link #future}, {@link #next} and {@link #only} are for a part of the connections.
 */
final class FaultProxy extends Faults implements AutoCloseable {
    private final ReservedPort port = new ReservedPort();
    private final int targetPort;
    private final Traffic toServer = new Traffic();
    private final Traffic toClient = new Traffic();
    private final List<Link> links = new ArrayList<>();
    private final List<Consumer<Link>> forFuture = new ArrayList<>();
    private final List<Consumer<Link>> forNext = new ArrayList<>();
    private int turnedAway;
    private boolean resetsNew;
    private @Nullable Listener listener;

    FaultProxy(int targetPort) {
        this.targetPort = targetPort;
        acceptNew();
    }

    int port() {
        return port.number();
    }

    /** 127.0.0.1:port. */
    String address() {
        return port.address();
    }

    /** How many connections were led to the server so far. */
    synchronized int connections() {
        return links.size();
    }

    /** How many of them are still there. One that was cut is there until both sides have closed it. */
    synchronized int openConnections() {
        return (int) links.stream().filter(Link::isOpen).count();
    }

    /** How many connections were reset because of {@link #resetNew} or because the server did not take them. */
    synchronized int turnedAway() {
        return turnedAway;
    }

    /** How many bytes came to the proxy, on all connections. */
    long arrived(Direction direction) {
        return (direction.includes(Direction.TO_SERVER) ? toServer.arrived().get() : 0)
                + (direction.includes(Direction.TO_CLIENT) ? toClient.arrived().get() : 0);
    }

    /** How many bytes the proxy gave on, on all connections. */
    long passed(Direction direction) {
        return (direction.includes(Direction.TO_SERVER) ? toServer.passed().get() : 0)
                + (direction.includes(Direction.TO_CLIENT) ? toClient.passed().get() : 0);
    }

    void awaitConnections(int count) {
        eventually().untilAsserted(() -> assertThat(connections()).isGreaterThanOrEqualTo(count));
    }

    void awaitOpenConnections(int count) {
        eventually().untilAsserted(() -> assertThat(openConnections()).isEqualTo(count));
    }

    void awaitTurnedAway(int count) {
        eventually().untilAsserted(() -> assertThat(turnedAway()).isGreaterThanOrEqualTo(count));
    }

    /** Until so many bytes came to the proxy, whether or not they were given on. */
    void awaitArrived(Direction direction, long bytes) {
        eventually().untilAsserted(() -> assertThat(arrived(direction)).isGreaterThanOrEqualTo(bytes));
    }

    /** Faults of the connections that there are now. */
    Faults present() {
        return new Part(this::changePresent);
    }

    /** Faults of all connections to come. */
    Faults future() {
        return new Part(this::changeFuture);
    }

    /** Faults of the next connection alone. */
    Faults next() {
        return new Part(this::changeNext);
    }

    /** Faults of one connection; the first has number 0. */
    Faults only(int number) {
        return new Part(change -> changeOnly(number, change));
    }

    void cutNextAfter(Direction direction, long bytes) {
        next().cutAfter(direction, bytes);
    }

    void resetNextAfter(Direction direction, long bytes) {
        next().resetAfter(direction, bytes);
    }

    /** Whoever connects is refused: nobody listens. */
    void refuseNew() {
        Listener closing = takeListener();
        if (closing != null) {
            closing.close();
        }
    }

    /** A listener is closed outside the monitor, because its thread may be waiting for it. */
    private synchronized @Nullable Listener takeListener() {
        Listener taken = listener;
        listener = null;
        return taken;
    }

    /** Whoever connects is let in and reset at once. */
    synchronized void resetNew() {
        resetsNew = true;
    }

    /** Whoever connects is led to the server again. */
    synchronized void acceptNew() {
        resetsNew = false;
        if (listener == null) {
            listener = new Listener(port, this::accept);
        }
    }

    /** Ends all conditions and delivers what was held. What was cut, reset or dropped stays so. */
    synchronized void heal() {
        forFuture.clear();
        forNext.clear();
        links.forEach(link -> link.pipes(Direction.BOTH).forEach(Pipe::heal));
        acceptNew();
    }

    @Override
    synchronized void each(Consumer<Link> change) {
        changePresent(change);
        changeFuture(change);
    }

    @Override
    void happen(Consumer<Link> event) {
        changePresent(event);
    }

    private synchronized void changePresent(Consumer<Link> change) {
        links.stream().filter(Link::isOpen).forEach(change);
    }

    private synchronized void changeFuture(Consumer<Link> change) {
        forFuture.add(change);
    }

    private synchronized void changeNext(Consumer<Link> change) {
        forNext.add(change);
    }

    private synchronized void changeOnly(int number, Consumer<Link> change) {
        change.accept(links.get(number));
    }

    private void accept(Socket client) {
        Socket server = new Socket();
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.setReceiveBufferSize(Link.RECEIVE_BUFFER);
            if (!isResettingNew()) {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort));
            }
        } catch (IOException refused) {
            Link.abort(server);
        }
        if (server.isConnected() && !server.isClosed()) {
            join(client, server);
        } else {
            turnAway(client);
        }
    }

    private synchronized boolean isResettingNew() {
        return resetsNew;
    }

    private synchronized void turnAway(Socket client) {
        Link.abort(client);
        turnedAway++;
    }

    private synchronized void join(Socket client, Socket server) {
        Link link = new Link(client, server, toServer, toClient);
        forFuture.forEach(change -> change.accept(link));
        forNext.forEach(change -> change.accept(link));
        forNext.clear();
        links.add(link);
        link.start();
    }

    @Override
    public void close() {
        refuseNew();
        synchronized (this) {
            links.forEach(Link::close);
        }
        port.close();
    }

    /** The connections that some way of changing them reaches. */
    private static final class Part extends Faults {
        private final Consumer<Consumer<Link>> reach;

        Part(Consumer<Consumer<Link>> reach) {
            this.reach = reach;
        }

        @Override
        void each(Consumer<Link> change) {
            reach.accept(change);
        }
    }
}
