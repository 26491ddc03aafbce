package io.dflockd.server;

/** How far a connection has got. */
enum Phase {
    /** TLS is being agreed on. */
    HANDSHAKE,
    /** Nothing but {@code auth} is accepted. */
    AUTHENTICATION,
    /** The secret waits to be looked at, as others of the same address have sent wrong ones. */
    QUEUED,
    OPEN,
    /** The secret was wrong: it is told so after a pause, and input is ignored. */
    REFUSED,
    /** The last line is on its way, and input is ignored. */
    LEAVING
}
