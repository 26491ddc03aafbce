package io.dflockd.engine;

import io.dflockd.protocol.Status;

/** A request refused by a rule: thrown before the first change of state, and answered by the {@link Engine}. */
final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    /** Without a stack trace: a refusal is an everyday answer. */
    Rejected(Status status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    Status status() {
        return status;
    }
}
