package io.dflockd.protocol;

/** What can be wrong with a request. The codes are for log lines; on the wire every one of them is {@code error}. */
public enum Fault {
    /** The first line has no word of the command table. */
    UNKNOWN_COMMAND(3, "unknown command"),
    /** Something that should be a number is none, or does not fit 64 bits. */
    BAD_INTEGER(4, "bad integer"),
    /** The key is empty, too long or has a blank in it. */
    BAD_KEY(5, "bad key"),
    /** A timeout is less than zero, or too large to be counted. */
    NEGATIVE_TIMEOUT(6, "negative timeout"),
    /** There is no token where one must be. */
    EMPTY_TOKEN(7, "empty token"),
    /** The argument line has too many parts, too few, or the wrong ones. */
    MALFORMED_ARGUMENT(8, "malformed argument"),
    /** A line is not UTF-8. */
    MALFORMED_UTF8(8, "malformed UTF-8"),
    /** There is no tag before the command though the connection uses tags, or it is not a number. */
    BAD_TAG(8, "missing or malformed tag"),
    /** A lease is less than one second, or too long to be counted. */
    BAD_LEASE(9, "bad lease"),
    /** A request was begun and not finished in time, or the connection was idle for too long. */
    READ_TIMEOUT(10, "read timeout"),
    /** The connection ended in the middle of a request. */
    DISCONNECT(11, "disconnect"),
    /** A line is longer than its cap. */
    LINE_TOO_LONG(12, "line too long"),
    /** The limit of a semaphore or the count of a barrier is out of bounds. */
    BAD_LIMIT(13, "bad limit or count");

    private final int code;
    private final ProtocolException exception;

    Fault(int code, String words) {
        this.code = code;
        this.exception = new ProtocolException(words + " (code " + code + ")", this);
    }

    /** The number by which log lines name it; some faults share one. */
    public int code() {
        return code;
    }

    /** Without a stack trace and therefore shared: broken requests must not be dearer than good ones. */
    ProtocolException exception() {
        return exception;
    }
}
