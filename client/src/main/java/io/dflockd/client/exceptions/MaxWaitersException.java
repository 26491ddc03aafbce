package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The queue is full: as many wait for this key, or on this connection, as the server allows. */
public final class MaxWaitersException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public MaxWaitersException(String message) {
        super(Status.ERROR_MAX_WAITERS, message);
    }
}
