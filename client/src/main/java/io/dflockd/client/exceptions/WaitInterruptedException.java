package io.dflockd.client.exceptions;

/** The thread that waited was interrupted; nothing is held on its behalf. */
public final class WaitInterruptedException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public WaitInterruptedException(String message) {
        super(message);
    }

    /** The message says what was tried; the cause, how it was broken off. */
    public WaitInterruptedException(String message, Throwable cause) {
        super(message, cause);
    }
}
