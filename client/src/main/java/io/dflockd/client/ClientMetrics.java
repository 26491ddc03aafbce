package io.dflockd.client;

import java.time.Duration;

/**
 * Told of what the client does. Every method does nothing unless overridden, is called on whatever thread notices,
 * mostly one of the client's own, and must not wait.
 */
public interface ClientMetrics {
    /** For a client that nobody measures. */
    ClientMetrics NONE = new ClientMetrics() {};

    /** A slot was granted after this time. */
    default void acquired(LockKind kind, Duration waited) {}

    /** A slot was not granted in time. */
    default void timedOut(LockKind kind, Duration waited) {}

    /** A renewal was answered after this time. */
    default void renewed(LockKind kind, Duration took) {}

    /** A grant was given back; the server confirmed it, or it did not. */
    default void released(LockKind kind, boolean confirmed) {}

    /** A grant was lost. */
    default void lost(LockKind kind, LossReason reason) {}

    /** A connection to this server was made, for the first time or again. */
    default void connected(String server) {}

    /** The connection to this server ended: it broke, or the client was closed. */
    default void disconnected(String server) {}

    /** A connection to this server could not be made. */
    default void connectFailed(String server) {}

    /** The client has left one node of its cluster, or could not reach it, and is connected to another. */
    default void moved(String from, String to, MoveReason reason) {}
}
