package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** The server has as many data keys as it allows; existing keys are not concerned. */
public final class MaxKeysException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public MaxKeysException(String message) {
        super(Status.ERROR_MAX_KEYS, message);
    }
}
