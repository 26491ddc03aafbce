package io.dflockd.engine;

/** A request that waits for its answer. */
interface Parked {
    Shard shard();

    long tag();

    /** Of arrival in its shard. */
    long sequence();

    /** Whether it still waits. Only who is inside the shard can tell. */
    boolean isParked();

    /** Its session wants it no longer: it is answered as if its time were up. */
    void cancel(Turn turn);
}
