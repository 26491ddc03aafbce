package io.dflockd.client;

/** Which way bytes go through a {@link FaultProxy}. */
enum Direction {
    TO_SERVER,
    TO_CLIENT,
    BOTH;

    boolean includes(Direction one) {
        return this == BOTH || this == one;
    }
}
