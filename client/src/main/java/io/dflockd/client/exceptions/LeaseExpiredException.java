package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The lease was over before the request came; others may hold the key by now. */
public final class LeaseExpiredException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public LeaseExpiredException(String message) {
        super(Status.ERROR_LEASE_EXPIRED, message);
    }
}
