package io.dflockd.client.exceptions;

/** The server sent a line that the protocol does not allow there; its connection cannot be used any more. */
public final class ProtocolViolationException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public ProtocolViolationException(String message) {
        super(message);
    }
}
