package io.dflockd.server;

import java.util.concurrent.Executor;

/**
 * What all connections of one server share.
 *
 * @param background runs what would keep an event loop too long
 */
record Service(
        ServerConfig config,
        EmbeddedRuntime runtime,
        Authenticator authenticator,
        RefusalLog refusals,
        Executor background) {}
