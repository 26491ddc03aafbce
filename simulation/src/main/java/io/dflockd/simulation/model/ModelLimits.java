package io.dflockd.simulation.model;

/** The limits of 4.11. All but the first may be 0: no limit. */
public record ModelLimits(int maxLocks, int maxWaiters, int maxKeys, int maxListLength, int maxSubscriptions) {
    public static final ModelLimits DEFAULT = new ModelLimits(1024, 0, 0, 0, 0);
}
