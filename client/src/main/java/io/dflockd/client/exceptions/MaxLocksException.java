package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The server has as many locks in use as it allows; keys in use are not concerned. */
public final class MaxLocksException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public MaxLocksException(String message) {
        super(Status.ERROR_MAX_LOCKS, message);
    }
}
