package io.dflockd.client.exceptions;

import org.jspecify.annotations.Nullable;

/** The server could not be reached, the connection broke, or no answer came in time. */
public class ConnectionException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public ConnectionException(String message) {
        super(message);
    }

    /** The message says what was tried; the cause, why it failed. */
    public ConnectionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
