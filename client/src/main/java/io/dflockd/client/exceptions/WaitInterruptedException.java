package io.dflockd.client.exceptions;

/** The thread that waited was interrupted; nothing is held on its behalf. */
public final class WaitInterruptedException extends DflockdException {
    private static final long serialVersionUID = 1L;

    public WaitInterruptedException(String message) {
        super(message);
    }

    public WaitInterruptedException(String message, Throwable cause) {
        super(message, cause);
    }
}
