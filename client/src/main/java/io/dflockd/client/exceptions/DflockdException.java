package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;
import org.jspecify.annotations.Nullable;

/** Something that was asked of a server and did not happen; the message says what, on which key and server. */
public class DflockdException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    /** The message says what was tried, on which key and server. */
    public DflockdException(String message) {
        this(Status.ERROR, message);
    }

    /** The message says what was tried; the cause, why it failed. */
    public DflockdException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = Status.ERROR;
    }

    /** For an answer that begins with the word of this status. */
    public DflockdException(Status status, String message) {
        super(message);
        this.status = status;
    }

    /** The first word of the server's answer, or {@link Status#ERROR} if there was no answer or no such word. */
    public Status status() {
        return status;
    }
}
