package io.dflockd.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The first word of every reply. */
public enum Status {
    /** It is done. */
    OK,
    /** An enqueue took a slot at once. */
    ACQUIRED,
    /** An enqueue joined the queue. */
    QUEUED,
    /** It was waited for long enough, in vain. */
    TIMEOUT,
    /** There is nothing. */
    NIL,
    /** A compare-and-set found something else than it expected. */
    CAS_CONFLICT,
    /** The request is malformed or refused for a reason that has no word of its own. */
    ERROR,
    /** The secret is wrong or missing. */
    ERROR_AUTH,
    /** Too many keys are held or waited for. */
    ERROR_MAX_LOCKS,
    /** Too many keys have data, or the memory for data is used up. */
    ERROR_MAX_KEYS,
    /** Too many wait for this key. */
    ERROR_MAX_WAITERS,
    /** The key is a semaphore with another limit. */
    ERROR_LIMIT_MISMATCH,
    /** The key is a read-write lock and the command is not for one, or the reverse. */
    ERROR_TYPE_MISMATCH,
    /** A wait for something that this connection has not enqueued for. */
    ERROR_NOT_ENQUEUED,
    /** A second enqueue of this connection for the same key. */
    ERROR_ALREADY_ENQUEUED,
    /** The lease was over before the request came. */
    ERROR_LEASE_EXPIRED,
    /** The list has as many items as a list may have. */
    ERROR_LIST_FULL,
    /** Others wait at the barrier with another count. */
    ERROR_BARRIER_COUNT_MISMATCH,
    /** The server is about to stop and takes on nothing new. */
    ERROR_DRAINING,
    /** Another server of the cluster has to be asked. */
    ERROR_NOT_LEADER;

    private final String word = name().toLowerCase(Locale.ROOT);
    private final byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
    private final Reply reply = new Reply.Bare(this);

    /** The word on the wire, in lower case. */
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
