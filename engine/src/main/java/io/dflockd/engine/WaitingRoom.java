package io.dflockd.engine;

/** Where requests wait for something else than a slot. */
interface WaitingRoom {
    Shard shard();

    /** A waiter goes without what it came for: its time is up, or nobody wants it any more. */
    void giveUp(DataWaiter waiter, Turn turn);

    /** The server shuts down: all are sent away. */
    void dismiss(Turn turn);
}
