package io.dflockd.protocol;

/** A part of the argument line, as section 2.1 of PROTOCOL.md names it. */
public enum Field {
    /** Seconds to wait; 0 does not wait. */
    TIMEOUT,
    /** Seconds a grant lasts. Always the last field, and always optional. */
    LEASE,
    /** How many may hold at once. */
    LIMIT,
    /** How many take part in a barrier. */
    COUNT,
    /** A signed 64-bit number. */
    AMOUNT,
    /** The first index of a range; a negative one counts from the end. */
    START,
    /** The last index of a range, which belongs to it; a negative one counts from the end. */
    STOP,
    /** The secret that names a grant. */
    TOKEN,
    /** The token or the fence of a grant. */
    HOLDER,
    /** Why something is done, for people: the rest of the line, not empty. Always behind {@link #HOLDER}. */
    REASON,
    /** The whole line, blanks preserved, not empty. */
    VALUE,
    /** {@code value} or {@code value TAB seconds}. */
    VALUE_AND_TTL,
    /** {@code old TAB new TAB [seconds]}. */
    OLD_NEW_AND_TTL,
    /** The name of a queue group; may be empty. */
    GROUP,
    /** The secret of {@code auth}. */
    SECRET,
    /** {@code on} or {@code off}. */
    SWITCH,
    /** The tag of another request of this connection. */
    TAG,
    /** What {@code stats} is to tell of: {@code summary}, {@code key}, {@code session}, and with any other text everything. */
    SCOPE,
    /** What a session wants to be called: 1 to 128 bytes without control characters. */
    LABEL,
    /** What {@code cluster} needs to know beside what it is to do, which is its key line. */
    ORDER;

    /** Whether this is data that somebody stores or sends, with what belongs to it. */
    boolean isValue() {
        return this == VALUE || this == VALUE_AND_TTL || this == OLD_NEW_AND_TTL;
    }
}
