package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The time to wait is over and nothing was granted. */
public final class LockTimeoutException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public LockTimeoutException(String message) {
        super(Status.TIMEOUT, message);
    }
}
