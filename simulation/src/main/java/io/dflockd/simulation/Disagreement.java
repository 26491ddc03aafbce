package io.dflockd.simulation;

/** Engine and model, or engine and invariant, do not agree. */
final class Disagreement extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Disagreement(String message) {
        super(message);
    }
}
