package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** A wait for a key in whose queue this connection has no place. */
public final class NotQueuedException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public NotQueuedException(String message) {
        super(Status.ERROR_NOT_ENQUEUED, message);
    }
}
