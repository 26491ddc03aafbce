package io.dflockd.simulation;

/** A history that went wrong, told so that it can be understood and run again. */
public final class SimulationFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulationFailure(long seed, Transcript transcript, RuntimeException cause) {
        super(message(seed, transcript, cause), cause);
    }

    private static String message(long seed, Transcript transcript, RuntimeException cause) {
        String what = cause instanceof Disagreement ? cause.getMessage() : cause.toString();
        return "seed " + seed + " failed at step " + transcript.step() + ": " + what
                + "\n\n" + transcript
                + "\n\nAgain: simulation/run --seed " + seed + " --steps " + transcript.step();
    }
}
