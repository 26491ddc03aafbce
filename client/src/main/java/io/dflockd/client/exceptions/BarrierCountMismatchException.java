package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;

/** Others wait at this barrier for a different number of participants. */
public final class BarrierCountMismatchException extends DflockdException {
    private static final long serialVersionUID = 1L;

    /** The message says what was tried, on which key and server. */
    public BarrierCountMismatchException(String message) {
        super(Status.ERROR_BARRIER_COUNT_MISMATCH, message);
    }
}
