package io.dflockd.protocol;

/** What can be wrong with a request. The codes are for log lines; on the wire every one of them is {@code error}. */
public enum Fault {
    UNKNOWN_COMMAND(3, "unknown command"),
    BAD_INTEGER(4, "bad integer"),
    BAD_KEY(5, "bad key"),
    NEGATIVE_TIMEOUT(6, "negative timeout"),
    EMPTY_TOKEN(7, "empty token"),
    MALFORMED_ARGUMENT(8, "malformed argument"),
    MALFORMED_UTF8(8, "malformed UTF-8"),
    BAD_TAG(8, "missing or malformed tag"),
    BAD_LEASE(9, "bad lease"),
    READ_TIMEOUT(10, "read timeout"),
    DISCONNECT(11, "disconnect"),
    LINE_TOO_LONG(12, "line too long"),
    BAD_LIMIT(13, "bad limit or count");

    private final int code;
    private final ProtocolException exception;

    Fault(int code, String words) {
        this.code = code;
        this.exception = new ProtocolException(words + " (code " + code + ")", this);
    }

    public int code() {
        return code;
    }

    /** Without a stack trace and therefore shared: broken requests must not be dearer than good ones. */
    ProtocolException exception() {
        return exception;
    }
}
