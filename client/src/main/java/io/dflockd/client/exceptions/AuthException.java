package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The server did not accept the secret, or it wants one and none was given. */
public final class AuthException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public AuthException(String message) {
        super(Status.ERROR_AUTH, message);
    }
}
