package io.dflockd.client;

import java.time.Duration;
import java.util.function.Consumer;

/** What can go wrong with connections through a {@link FaultProxy}: with those of now, those to come, or both. */
abstract class Faults {
    /** Changes each connection that this is about. */
    abstract void each(Consumer<Link> change);

    /** Does to each connection that this is about something that happens at once and is over. */
    void happen(Consumer<Link> event) {
        each(event);
    }

    /** Every byte, and the end, arrives so much later. */
    void delay(Direction direction, Duration delay) {
        pipes(direction, pipe -> pipe.delay(delay));
    }

    /**
     * Nothing gets through, and nobody is told. What is sent is held, as the network loses nothing for ever while a
     * connection lives: {@link #resume} and {@link FaultProxy#heal} deliver it.
     */
    void blackHole(Direction direction) {
        pipes(direction, Pipe::hold);
    }

    /** What is sent or held is lost for good, and nobody is told. Only the end of a connection is heard of after healing. */
    void swallow(Direction direction) {
        pipes(direction, Pipe::swallow);
    }

    /** Ends a black hole: what was held is delivered, and what follows is let through. */
    void resume(Direction direction) {
        pipes(direction, Pipe::open);
    }

    /** Reads no more than so many bytes at a time from the sender, so that the sender's buffers fill. */
    void slowRead(Direction direction, int bytes, Duration every) {
        pipes(direction, pipe -> pipe.readSlowly(bytes, every));
    }

    /** Reads nothing from the sender any more. */
    void stopReading(Direction direction) {
        slowRead(direction, 0, Duration.ZERO);
    }

    /** Ends the connection on both sides once so many more bytes have gone in this direction; all of them arrive. */
    void cutAfter(Direction direction, long bytes) {
        pipes(direction, pipe -> pipe.cutAfter(bytes));
    }

    /** Resets the connection on both sides once so many more bytes have gone in this direction. */
    void resetAfter(Direction direction, long bytes) {
        pipes(direction, pipe -> pipe.resetAfter(bytes));
    }

    /** Ends the connections on both sides. What is on its way inside the proxy is lost. */
    void cutAll() {
        happen(Link::cut);
    }

    /** Resets the connections on both sides. */
    void resetAll() {
        happen(Link::reset);
    }

    /** The server sees its client go. The client hears nothing, and what it sends is lost. */
    void dropServerSide() {
        happen(Link::dropServerSide);
    }

    /** The client sees its server go. The server hears nothing, and what it sends is lost. */
    void dropClientSide() {
        happen(Link::dropClientSide);
    }

    private void pipes(Direction direction, Consumer<Pipe> change) {
        each(link -> link.pipes(direction).forEach(change));
    }
}
