package io.dflockd.cli.bench;

/** The kind of work to measure. One request and its reply count as one. */
public enum Mode {
    /** Lock and release, each connection on keys of its own. */
    LOCK,
    /** Lock and release, all connections on one key: how fast it is handed over. */
    CONTEND,
    /** Semaphores of limit 1, each connection on keys of its own. */
    SEM,
    /** Read-write locks, read and write in turn, each connection on keys of its own. */
    RW,
    INCR,
    KSET,
    KGET,
    /** Signals on one channel, to all who listen. */
    SIGNAL,
    PING
}
