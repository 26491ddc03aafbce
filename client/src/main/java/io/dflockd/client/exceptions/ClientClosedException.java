package io.dflockd.client.exceptions;

/** The client was closed, before or meanwhile. */
public final class ClientClosedException extends ConnectionException {
    public ClientClosedException() {
        super("this client is closed");
    }
}
