package io.dflockd.server;

import java.util.function.LongSupplier;

/**
 * What all connections of one server share.
 *
 * @param nanoTime the clock by which it is measured how long things take
 * @param refusals tells the operator of clients that were turned away
 * @param statsDesk collects {@code stats} that would keep an event loop too long
 * @param clusterDesk answers {@code cluster}
 */
record Service(
        ServerConfig config,
        EngineRuntime runtime,
        LongSupplier nanoTime,
        Authenticator authenticator,
        WrongGuesses wrongGuesses,
        HeapGuard heapGuard,
        RefusalLog refusals,
        StatsDesk statsDesk,
        ClusterDesk clusterDesk) {}
