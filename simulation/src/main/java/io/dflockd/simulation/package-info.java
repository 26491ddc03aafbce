/**
 * Virtual clients in virtual time, against the engine and a naive model of it at once. Whatever happens is drawn from a seed,
 * so that a history that fails can be run again.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>A history.</b> {@code Simulation} is one, under the circumstances of a {@code Scenario} and by the {@code Dice}
 *       of its seed. On the {@code Stage} the model (in {@code model}) and the engine live through the same events.
 *   <li><b>The engine's side.</b> {@code EngineServer} drives an engine as a runtime would, and its twin beside it; each is a
 *       {@code Replica}, of which the twin speaks to {@code Unheard}.
 *   <li><b>Clients.</b> A {@code Client} knows what it has {@code Asked}. {@code Requests}, {@code DataRequests} and
 *       {@code EventRequests} draw what it asks, {@code Mischief} spoils some of it, and {@code Tokens} are passed around.
 *   <li><b>Judgement.</b> The {@code Referee} compares what both said; the {@code Dictionary} knows which token stands for
 *       which. {@code Fairness}, {@code FenceOrder}, {@code Manners} and {@code Pushes} check what no comparison shows. What
 *       does not agree is a {@code Disagreement}.
 *   <li><b>Running many.</b> {@code SimulationMain} reads {@code Options} and runs a {@code Campaign}, which counts its
 *       {@code Coverage}. A {@code SimulationFailure} tells of a history with its {@code Transcript}.
 * </ul>
 *
 * <p>Clients over real sockets that come, work and vanish are in {@code churn}.
 */
package io.dflockd.simulation;
