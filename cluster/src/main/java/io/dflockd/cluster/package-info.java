/**
 * The replicated runtime: the engine behind a log that several nodes agree on.
 *
 * <p>What is decided is decided in {@link io.dflockd.cluster.machine}, which is pure; here is what connects it to threads,
 * files, other nodes and clients. No type of the library that keeps the log leaves this package.
 *
 * <p>For operators, {@code Administrator} answers with a {@code ClusterStatus} and changes a {@code NamedSetting}.
 */
package io.dflockd.cluster;
