package io.dflockd.cluster.machine;

/**
 * The time that a leader writes into its entries: that of the machine when the leader was ready, and what has passed on
 * its own steady clock since then. So no time passes between two leaders, and no two clocks are ever compared.
 */
public final class LeaderClock {
    private final long machineNanos;
    private final long steadyNanos;

    /**
     * A leader is ready: its machine has applied everything that leaders before it have written.
     *
     * @param machineNanos the time of the machine
     * @param steadyNanos its own steady clock, at the same moment
     */
    public LeaderClock(long machineNanos, long steadyNanos) {
        this.machineNanos = machineNanos;
        this.steadyNanos = steadyNanos;
    }

    /** The time of the cluster, when the own clock says this. */
    public long nanosAt(long steadyNow) {
        return machineNanos + (steadyNow - steadyNanos);
    }
}
