package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The list has as many items as the server allows. */
public final class ListFullException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public ListFullException(String message) {
        super(Status.ERROR_LIST_FULL, message);
    }
}
