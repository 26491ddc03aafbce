package io.dflockd.server;

/**
 * What all connections of one server share.
 *
 * @param refusals tells the operator of clients that were turned away
 * @param statsDesk collects {@code stats} that would keep an event loop too long
 */
record Service(
        ServerConfig config,
        EngineRuntime runtime,
        Authenticator authenticator,
        WrongGuesses wrongGuesses,
        HeapGuard heapGuard,
        RefusalLog refusals,
        StatsDesk statsDesk) {}
