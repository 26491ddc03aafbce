/**
 * Three real nodes to which bad things happen, clients who work on them meanwhile, and a checker of what they heard.
 *
 * <p>In reading order:
 *
 * <ul>
 *   <li>the run: {@code FaultsMain}, {@code Options}; {@code Run} has {@code Storm} do to the nodes what a {@code Deck} of
 *       {@code Mishap}s says, and lets the nodes compare their states
 *   <li>the nodes: {@code Cluster}, {@code Node}, and {@code Operator}, who asks them
 *   <li>the clients: {@code Visitor}s pass the {@code Gate}, and do {@code LockJob}, {@code QueueJob}, {@code KeepJob} and
 *       {@code DataJob} over a {@code Talk}; {@code Audit} looks at what they leave behind
 *   <li>the history: an {@code Exchange} for each request and an {@code Incident} for each thing that happened, written by the
 *       {@code Recorder}, read as a {@code History}
 *   <li>the checker, which needs nothing but a history: {@code Checker}; {@code AnswerRule}, {@code Grants} and
 *       {@code LockRule}, {@code CounterRule}, {@code ListRule}, {@code ValueRule}; {@code Report} says it all
 * </ul>
 */
package io.dflockd.simulation.faults;
