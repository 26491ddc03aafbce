package io.dflockd.server;

import io.dflockd.engine.Census;
import io.dflockd.engine.Stats;
import io.dflockd.protocol.Reply;

/** What drives the engine behind a server. Connections know nothing else of it: they bring requests to an {@link Intake}. */
interface EngineRuntime extends AutoCloseable {
    void start();

    /** Where the sessions of one thread leave their requests. */
    Intake newIntake();

    /** The clock of leases: it does not count time in which the server stood still. */
    long nowNanos();

    /** When leases and waits were last looked after. */
    long lastTimeKeptNanos();

    /** From now on nobody hosted here waits, and nothing new is granted to them; holders may finish. */
    void dismissAll();

    /** How many things of each kind are remembered. */
    Census census();

    /** How many things {@link #stats} would tell of, which is what it costs. */
    int things();

    /** The figures of {@code stats}, to be printed in pieces. */
    Stats stats();

    /** The answer to {@code stats: summary}. */
    Reply summary();

    @Override
    void close();
}
