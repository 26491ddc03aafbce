package io.dflockd.client;

import io.dflockd.client.wire.GrantKind;

/** What can be held under a key, as {@link ClientMetrics} tells it apart. */
public enum LockKind {
    /** One holder at a time. */
    LOCK,
    /** As many holders at a time as its limit says. */
    SEMAPHORE,
    /** The side of a read-write lock that many can hold at a time. */
    READ,
    /** The side of a read-write lock that excludes all others. */
    WRITE,
    /** The leadership that a candidate has won. */
    ELECTION;

    static LockKind of(GrantKind kind) {
        return switch (kind) {
            case LOCK -> LOCK;
            case SEMAPHORE -> SEMAPHORE;
            case READ -> READ;
            case WRITE -> WRITE;
            case ELECTION -> ELECTION;
        };
    }
}
