package io.dflockd.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How much of each thing there may be. Every limit stands here with its default, and others are made from it by name:
 * {@code Settings.DEFAULT.withMaxLocks(512)}.
 *
 * <p>It does not change: only a copy that nobody has seen yet is written to.
 */
public final class Limits {
    static final Limits DEFAULT = new Limits();

    private int maxLocks = 1024;
    private int maxWaiters;
    private int maxInflight = 65_536;
    private int maxKeys;
    private int maxListLength;
    private int maxSubscriptions;

    private Limits() {}

    private Limits copy() {
        Limits copy = new Limits();
        copy.maxLocks = maxLocks;
        copy.maxWaiters = maxWaiters;
        copy.maxInflight = maxInflight;
        copy.maxKeys = maxKeys;
        copy.maxListLength = maxListLength;
        copy.maxSubscriptions = maxSubscriptions;
        return copy;
    }

    /** How many locks, semaphores and read-write locks may be held or waited for at once. */
    public int maxLocks() {
        return maxLocks;
    }

    Limits withMaxLocks(int count) {
        Limits others = copy();
        others.maxLocks = count;
        return others;
    }

    /** How many may wait for one key; 0 is no limit. */
    public int maxWaiters() {
        return maxWaiters;
    }

    Limits withMaxWaiters(int count) {
        Limits others = copy();
        others.maxWaiters = count;
        return others;
    }

    /** How many requests of one session may be parked. */
    public int maxInflight() {
        return maxInflight;
    }

    Limits withMaxInflight(int count) {
        Limits others = copy();
        others.maxInflight = count;
        return others;
    }

    /** How many counters, values, lists and barriers there may be together; 0 is no limit. */
    public int maxKeys() {
        return maxKeys;
    }

    Limits withMaxKeys(int count) {
        Limits others = copy();
        others.maxKeys = count;
        return others;
    }

    /** How many items one list may have; 0 is no limit. */
    public int maxListLength() {
        return maxListLength;
    }

    Limits withMaxListLength(int count) {
        Limits others = copy();
        others.maxListLength = count;
        return others;
    }

    /** How many subscriptions one session may have; 0 is no limit. */
    public int maxSubscriptions() {
        return maxSubscriptions;
    }

    Limits withMaxSubscriptions(int count) {
        Limits others = copy();
        others.maxSubscriptions = count;
        return others;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Limits limits && Arrays.equals(limits.all(), all());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(all());
    }

    private int[] all() {
        return new int[] {maxLocks, maxWaiters, maxInflight, maxKeys, maxListLength, maxSubscriptions};
    }
}
