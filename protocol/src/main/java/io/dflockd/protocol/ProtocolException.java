package io.dflockd.protocol;

/** A request that breaks the grammar. */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Fault fault;

    ProtocolException(String message, Fault fault) {
        super(message, null, false, false);
        this.fault = fault;
    }

    /** What is wrong with the request. */
    public Fault fault() {
        return fault;
    }
}
