package io.dflockd.simulation;

/** A history that went wrong, told so that it can be understood and run again. */
public final class SimulationFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulationFailure(long seed, Transcript transcript, Throwable cause) {
        this("", seed, transcript, cause);
    }

    /** Of a history that is told again with this option besides. */
    SimulationFailure(String option, long seed, Transcript transcript, Throwable cause) {
        super(message(option, seed, transcript, cause), cause);
    }

    private static String message(String option, long seed, Transcript transcript, Throwable cause) {
        String what = cause instanceof Disagreement ? cause.getMessage() : cause.toString();
        return "seed " + seed + " failed at step " + transcript.step() + ": " + what
                + "\n\n" + transcript
                + "\n\nAgain: simulation/run " + option + "--seed " + seed + " --steps " + transcript.step();
    }
}
