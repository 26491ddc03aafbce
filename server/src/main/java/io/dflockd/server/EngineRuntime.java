package io.dflockd.server;

import io.dflockd.engine.Census;
import io.dflockd.engine.Stats;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What drives the engine behind a server. Connections know nothing else of it: they bring requests to an {@link Intake}. */
public interface EngineRuntime extends AutoCloseable {
    /** Whom to tell of an {@link Error} that came out of the engine, before it is thrown on. Said before it starts. */
    default void onBreakdown(Consumer<Error> program) {}

    /** Begins to serve, and returns when whoever asks from now on is answered. */
    void start() throws StartupException;

    /** Where the sessions of one thread leave their requests. */
    Intake newIntake();

    /** The clock by which clients are judged: it does not count time in which the server stood still. */
    long nowNanos();

    /** The clock by which leases end, which may be that of several nodes together. */
    long leaseNanos();

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

    /** The answer to {@code stats: key}. */
    Reply stats(Key key);

    /** The answer to {@code stats: session}. */
    Reply stats(long session);

    /** The cluster that this is a part of, or null where there is none. */
    default @Nullable Administration administration() {
        return null;
    }

    @Override
    void close();
}
