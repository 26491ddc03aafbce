package io.dflockd.simulation.model;

/** The options of the server that shape its answers (section 5). */
public record ModelSettings(
        long defaultLeaseSeconds,
        ModelLimits limits,
        int maxInflight,
        long gcMaxIdleSeconds,
        boolean autoRelease,
        boolean fenceField) {}
