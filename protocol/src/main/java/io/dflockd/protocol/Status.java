package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The first word of every reply. */
public enum Status {
    OK,
    ACQUIRED,
    QUEUED,
    TIMEOUT,
    NIL,
    CAS_CONFLICT,
    ERROR,
    ERROR_AUTH,
    ERROR_MAX_LOCKS,
    ERROR_MAX_KEYS,
    ERROR_MAX_WAITERS,
    ERROR_LIMIT_MISMATCH,
    ERROR_TYPE_MISMATCH,
    ERROR_NOT_ENQUEUED,
    ERROR_ALREADY_ENQUEUED,
    ERROR_LEASE_EXPIRED,
    ERROR_LIST_FULL,
    ERROR_BARRIER_COUNT_MISMATCH,
    ERROR_DRAINING,
    ERROR_NOT_LEADER;

    private final String word = name().toLowerCase(Locale.ROOT);
    private final byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
    private final Reply reply = new Reply.Bare(this);

    public String word() {
        return word;
    }

    /** The reply that is this word alone. */
    public Reply reply() {
        return reply;
    }

    void writeTo(Lines lines) {
        lines.append(bytes, 0, bytes.length);
    }
}
