package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** This connection already has a place in the queue of this key. */
public final class AlreadyQueuedException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public AlreadyQueuedException(String message) {
        super(Status.ERROR_ALREADY_ENQUEUED, message);
    }
}
