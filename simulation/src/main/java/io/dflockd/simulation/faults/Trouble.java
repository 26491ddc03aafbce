package io.dflockd.simulation.faults;

/** The nodes did what they must not do, or did not do what they must. The message is one line. */
final class Trouble extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Trouble(String what) {
        super(what);
    }
}
