package io.dflockd.server;

import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/** Makes what drives the engine behind a server. */
public interface RuntimeFactory {
    /**
     * Makes a runtime, which does not serve yet.
     *
     * @param clock nanoseconds since some moment, not counting time in which the process stood still
     * @param background for short work now and then; it ends before the runtime is closed
     * @throws StartupException whose message is one line for whoever started the server
     */
    EngineRuntime create(ServerConfig config, LongSupplier clock, ScheduledExecutorService background)
            throws StartupException;
}
