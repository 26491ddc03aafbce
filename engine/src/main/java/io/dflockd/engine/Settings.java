package io.dflockd.engine;

import java.time.Duration;

/**
 * What the operator chose, as far as it changes answers. It begins as {@link #DEFAULT}, from which others are made one
 * choice at a time: {@code Settings.DEFAULT.withMaxKeys(100).withFenceField(true)}.
 *
 * @param defaultLeaseSeconds how long a grant lasts whose request names no lease
 * @param limits how much of each thing there may be
 * @param autoRelease whether what a session holds is released when it ends
 * @param fenceField whether the fence is sent to sessions that did not ask for it
 * @param maxIdle how long what nobody uses is kept
 */
public record Settings(
        long defaultLeaseSeconds, Limits limits, boolean autoRelease, boolean fenceField, Duration maxIdle) {

    /** What holds where nobody chose anything; the only place of these defaults, and {@link Limits} that of the others. */
    public static final Settings DEFAULT = new Settings(33, Limits.DEFAULT, true, false, Duration.ofSeconds(60));

    static Settings restored(
            long defaultLeaseSeconds, Limits limits, boolean autoRelease, boolean fenceField, long maxIdleNanos) {
        return new Settings(defaultLeaseSeconds, limits, autoRelease, fenceField, Duration.ofNanos(maxIdleNanos));
    }

    long maxIdleNanos() {
        return maxIdle.toNanos();
    }

    /** These settings with another number of resources that may be held or waited for at once. */
    public Settings withMaxLocks(int count) {
        return withLimits(limits.withMaxLocks(count));
    }

    /** These settings with another number of waiters that one key may have; 0 is no limit. */
    public Settings withMaxWaiters(int count) {
        return withLimits(limits.withMaxWaiters(count));
    }

    /** These settings with another number of requests that one session may have parked. */
    public Settings withMaxInflight(int count) {
        return withLimits(limits.withMaxInflight(count));
    }

    /** These settings with another number of keys that may have data; 0 is no limit. */
    public Settings withMaxKeys(int count) {
        return withLimits(limits.withMaxKeys(count));
    }

    /** These settings with another number of items that one list may have; 0 is no limit. */
    public Settings withMaxListLength(int count) {
        return withLimits(limits.withMaxListLength(count));
    }

    /** These settings with another number of subscriptions that one session may have; 0 is no limit. */
    public Settings withMaxSubscriptions(int count) {
        return withLimits(limits.withMaxSubscriptions(count));
    }

    private Settings withLimits(Limits others) {
        return new Settings(defaultLeaseSeconds, others, autoRelease, fenceField, maxIdle);
    }

    /** These settings, but what a session holds is released when it ends, or is not. */
    public Settings withAutoRelease(boolean yes) {
        return new Settings(defaultLeaseSeconds, limits, yes, fenceField, maxIdle);
    }

    /** These settings, but the fence is sent to everybody, or only to sessions that ask for it. */
    public Settings withFenceField(boolean yes) {
        return new Settings(defaultLeaseSeconds, limits, autoRelease, yes, maxIdle);
    }

    /** These settings with another lease for requests that name none. */
    public Settings withDefaultLeaseSeconds(long seconds) {
        return new Settings(seconds, limits, autoRelease, fenceField, maxIdle);
    }

    /** These settings with another age at which what nobody uses goes. */
    public Settings withMaxIdle(Duration age) {
        return new Settings(defaultLeaseSeconds, limits, autoRelease, fenceField, age);
    }
}
