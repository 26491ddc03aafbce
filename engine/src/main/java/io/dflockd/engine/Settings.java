package io.dflockd.engine;

import java.time.Duration;

/** What the operator chose, as far as it changes answers. */
public record Settings(
        long defaultLeaseSeconds, Limits limits, boolean autoRelease, boolean fenceField, Duration maxIdle) {

    public static final Settings DEFAULT = new Settings(33, Limits.DEFAULT, true, false, Duration.ofSeconds(60));

    public Settings withMaxLocks(int count) {
        return withLimits(limits.withMaxLocks(count));
    }

    public Settings withMaxWaiters(int count) {
        return withLimits(limits.withMaxWaiters(count));
    }

    public Settings withMaxInflight(int count) {
        return withLimits(limits.withMaxInflight(count));
    }

    public Settings withMaxKeys(int count) {
        return withLimits(limits.withMaxKeys(count));
    }

    public Settings withMaxListLength(int count) {
        return withLimits(limits.withMaxListLength(count));
    }

    public Settings withMaxSubscriptions(int count) {
        return withLimits(limits.withMaxSubscriptions(count));
    }

    private Settings withLimits(Limits others) {
        return new Settings(defaultLeaseSeconds, others, autoRelease, fenceField, maxIdle);
    }

    public Settings withAutoRelease(boolean yes) {
        return new Settings(defaultLeaseSeconds, limits, yes, fenceField, maxIdle);
    }

    public Settings withFenceField(boolean yes) {
        return new Settings(defaultLeaseSeconds, limits, autoRelease, yes, maxIdle);
    }

    public Settings withDefaultLeaseSeconds(long seconds) {
        return new Settings(seconds, limits, autoRelease, fenceField, maxIdle);
    }

    public Settings withMaxIdle(Duration age) {
        return new Settings(defaultLeaseSeconds, limits, autoRelease, fenceField, age);
    }
}
