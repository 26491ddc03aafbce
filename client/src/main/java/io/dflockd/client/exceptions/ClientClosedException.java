package io.dflockd.client.exceptions;

/** The client was closed, before the request or while it was under way. */
public final class ClientClosedException extends ConnectionException {
    /** For a request that comes after the end. */
    public ClientClosedException() {
        this("this client is closed");
    }

    /** The message says what was tried, on which key and server. */
    public ClientClosedException(String message) {
        super(message);
    }
}
