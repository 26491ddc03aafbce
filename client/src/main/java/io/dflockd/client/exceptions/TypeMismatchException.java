package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The key is in use as a read-write lock and something else was asked for, or the reverse. */
public final class TypeMismatchException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public TypeMismatchException(String message) {
        super(Status.ERROR_TYPE_MISMATCH, message);
    }
}
