package io.dflockd.cluster.log;

/**
 * Finds a node whose apply stands still while entries wait for it. Looks come once a second; what counts is their number,
 * so that a pause of the whole process is no reason.
 */
final class Progress {
    private static final int PATIENCE_LOOKS = 10;

    private long lastApplied = -1;
    private int looksWithoutProgress;

    /** Whether the node has been stuck for as many looks as we are patient. */
    boolean isStuck(boolean mayApply, long applied, long committed) {
        boolean waits = mayApply && applied < committed && applied == lastApplied;
        lastApplied = applied;
        looksWithoutProgress = waits ? looksWithoutProgress + 1 : 0;
        return looksWithoutProgress >= PATIENCE_LOOKS;
    }
}
