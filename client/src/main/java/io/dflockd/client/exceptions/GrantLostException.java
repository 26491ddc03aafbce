package io.dflockd.client.exceptions;

/** A grant is no longer held, although it was not released: its lease ran out, or its connection broke. */
public final class GrantLostException extends DflockdException {
    private static final long serialVersionUID = 1L;

    public GrantLostException(String message) {
        super(message);
    }
}
