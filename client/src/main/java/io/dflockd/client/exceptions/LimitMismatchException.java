package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The key is in use with a limit other than the one asked for. */
public final class LimitMismatchException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public LimitMismatchException(String message) {
        super(Status.ERROR_LIMIT_MISMATCH, message);
    }
}
