package io.dflockd.engine;

/** How much of each thing there may be. Where 0 is no limit, the comment says so. */
public record Limits(
        int maxLocks,
        int maxWaiters, // of one key; 0 is no limit
        int maxInflight, // parked requests of one session
        int maxKeys, // counters, values, lists and barriers together; 0 is no limit
        int maxListLength, // 0 is no limit
        int maxSubscriptions) { // of one session; 0 is no limit

    static final Limits DEFAULT = new Limits(1024, 0, 65_536, 0, 0, 0);

    Limits withMaxLocks(int count) {
        return new Limits(count, maxWaiters, maxInflight, maxKeys, maxListLength, maxSubscriptions);
    }

    Limits withMaxWaiters(int count) {
        return new Limits(maxLocks, count, maxInflight, maxKeys, maxListLength, maxSubscriptions);
    }

    Limits withMaxInflight(int count) {
        return new Limits(maxLocks, maxWaiters, count, maxKeys, maxListLength, maxSubscriptions);
    }

    Limits withMaxKeys(int count) {
        return new Limits(maxLocks, maxWaiters, maxInflight, count, maxListLength, maxSubscriptions);
    }

    Limits withMaxListLength(int count) {
        return new Limits(maxLocks, maxWaiters, maxInflight, maxKeys, count, maxSubscriptions);
    }

    Limits withMaxSubscriptions(int count) {
        return new Limits(maxLocks, maxWaiters, maxInflight, maxKeys, maxListLength, count);
    }
}
