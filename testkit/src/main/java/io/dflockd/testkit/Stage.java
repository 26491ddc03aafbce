package io.dflockd.testkit;

import java.time.Duration;
import java.util.List;

/**
 * Something that vectors can be played on: the bare engine, a server behind TCP, a cluster.
 *
 * <p>A stage has its own time. Where it is virtual, {@link #pass} and {@link Connection#receive} move it and nobody
 * sleeps.
 */
public interface Stage extends AutoCloseable {
    /** Sets up a fresh server with these command line options. */
    void start(List<String> options);

    Connection connect();

    void pass(Duration time);

    /** Asks the server to shut down, as SIGTERM does. */
    void terminate();

    /** Whether a new connection is refused. */
    boolean refusesConnections();

    /** The status with which the server ended; fails if it is still there after {@code patience}. */
    int exitStatus(Duration patience);

    /** Ends the server, whatever its state. */
    @Override
    void close();

    /** One client of the server on stage. */
    interface Connection extends AutoCloseable {
        /** Sends bytes. A connection that the server has closed takes them silently: what is received next tells. */
        void send(byte[] bytes);

        /** The next line or the end, as soon as it is there; silence when {@code patience} is over. */
        Received receive(Duration patience);

        /** Shuts down the sending side. */
        void halfClose();

        @Override
        void close();
    }
}
