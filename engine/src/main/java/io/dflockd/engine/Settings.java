package io.dflockd.engine;

import java.time.Duration;

/** What the operator chose, as far as it changes answers. */
public record Settings(
        long defaultLeaseSeconds,
        int maxLocks,
        int maxWaiters,
        int maxInflight,
        boolean autoRelease,
        boolean fenceField,
        Duration maxIdle) {

    public static final Settings DEFAULT = new Settings(33, 1024, 0, 65_536, true, false, Duration.ofSeconds(60));

    public Settings withMaxLocks(int count) {
        return new Settings(defaultLeaseSeconds, count, maxWaiters, maxInflight, autoRelease, fenceField, maxIdle);
    }

    public Settings withMaxWaiters(int count) {
        return new Settings(defaultLeaseSeconds, maxLocks, count, maxInflight, autoRelease, fenceField, maxIdle);
    }

    public Settings withMaxInflight(int count) {
        return new Settings(defaultLeaseSeconds, maxLocks, maxWaiters, count, autoRelease, fenceField, maxIdle);
    }

    public Settings withAutoRelease(boolean yes) {
        return new Settings(defaultLeaseSeconds, maxLocks, maxWaiters, maxInflight, yes, fenceField, maxIdle);
    }

    public Settings withFenceField(boolean yes) {
        return new Settings(defaultLeaseSeconds, maxLocks, maxWaiters, maxInflight, autoRelease, yes, maxIdle);
    }

    public Settings withDefaultLeaseSeconds(long seconds) {
        return new Settings(seconds, maxLocks, maxWaiters, maxInflight, autoRelease, fenceField, maxIdle);
    }

    public Settings withMaxIdle(Duration age) {
        return new Settings(defaultLeaseSeconds, maxLocks, maxWaiters, maxInflight, autoRelease, fenceField, age);
    }
}
