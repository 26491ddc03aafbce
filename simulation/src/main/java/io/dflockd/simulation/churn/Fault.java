package io.dflockd.simulation.churn;

/** The server did what it must not do. The message is one line. */
final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Fault(String what) {
        super(what);
    }
}
