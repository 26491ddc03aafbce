package io.dflockd.client.exceptions;

/** The client was closed, before or meanwhile. */
public final class ClientClosedException extends ConnectionException {
    public ClientClosedException() {
        this("this client is closed");
    }

    public ClientClosedException(String message) {
        super(message);
    }
}
