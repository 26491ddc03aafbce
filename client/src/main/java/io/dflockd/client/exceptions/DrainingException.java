package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The server is shutting down and starts nothing new. */
public final class DrainingException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public DrainingException(String message) {
        super(Status.ERROR_DRAINING, message);
    }
}
