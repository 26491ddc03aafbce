package io.dflockd.client.exceptions;

/** A grant is not held any more: its lease ran out, its connection broke, or it was released before. */
public final class GrantLostException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public GrantLostException(String message) {
        super(message);
    }
}
