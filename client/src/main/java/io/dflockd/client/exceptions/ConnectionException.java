package io.dflockd.client.exceptions;

import org.jspecify.annotations.Nullable;

/** The server could not be reached, the connection broke, or no answer came in time. */
public class ConnectionException extends DflockdException {
    private static final long serialVersionUID = 1L;

    public ConnectionException(String message) {
        super(message);
    }

    public ConnectionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
