package io.dflockd.cli.bench;

import io.netty.buffer.ByteBuf;

/** What a connection says and hears, batch by batch. All of it happens on the connection's event loop. */
interface Conversation {
    /** Appends the next batch and returns how many lines come back for it; 0 when there is nothing more to say. */
    int ask(ByteBuf out);

    /**
     * Takes one line of the answer, which lies between two places of a buffer.
     *
     * @param place the place of the request in its batch, from 0
     */
    void take(int place, ByteBuf in, int start, int end) throws BenchFailed;

    /** Whether the next batch is held back until the event loop has read all that has come on its connections. */
    default boolean letsOthersHearFirst() {
        return false;
    }

    /** Some lines have been taken, all of them this long after their batch was sent. */
    default void answered(int lines, long nanos) {}
}
