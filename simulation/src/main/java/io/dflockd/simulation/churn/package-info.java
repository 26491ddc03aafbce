/**
 * A crowd of clients on a real server over real sockets: they come, work and vanish while a steady core goes on.
 *
 * <p>{@link io.dflockd.simulation.churn.Crowd} is who takes part; {@link io.dflockd.simulation.churn.Churn} runs them and
 * looks at what is left.
 */
package io.dflockd.simulation.churn;
