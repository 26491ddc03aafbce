package io.dflockd.engine;

import io.dflockd.protocol.Status;
import java.util.Objects;

/**
 * A request refused by a rule: thrown before the first change of state, and told by the {@link Engine} to the outbox. The
 * status is the answer; the reason is for people, and may change from version to version.
 */
public final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    /** Without a stack trace: a refusal is an everyday answer. */
    Rejected(Status status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    public Status status() {
        return status;
    }

    /** Which rule it was, in a few words: {@code the queue of this key is full}. */
    public String reason() {
        return Objects.requireNonNull(getMessage());
    }
}
