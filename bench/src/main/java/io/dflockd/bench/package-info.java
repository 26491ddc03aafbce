/**
 * What things cost: benchmarks of the parts with JMH, and of the client as a whole. None of it is published.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>How it is measured.</b> {@code Measured} says how, {@code Goals} what should come out.
 *   <li><b>The wire.</b> {@code ParsingBenchmark} and {@code ReplyBenchmark}.
 *   <li><b>The engine.</b> {@code BareEngine} is one without a server, to which a {@code Frame} is a request.
 *       {@code LockBenchmark}, {@code DataBenchmark} and {@code SubscriptionBenchmark} ask it; the one of deadlines is in the
 *       engine's own package.
 *   <li><b>The client.</b> {@code ClientComparison}, {@code ManyLocks} and {@code ColdConnect}.
 * </ul>
 */
package io.dflockd.bench;
