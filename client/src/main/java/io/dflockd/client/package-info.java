/**
 * The Java client of dflockd; {@link io.dflockd.client.Dflockd} is where to begin.
 *
 * <p>What applications use:
 *
 * <ul>
 *   <li>{@code Dflockd}, {@code DflockdOptions}, {@code OwnName}, {@code Sharding}: a client of one or several servers, or of a cluster
 *   <li>{@code Acquirable} with {@code Lock}, {@code Semaphore} and {@code ReadWriteLock}: what can be held
 *   <li>{@code Grant}, {@code Ticket}, {@code LossReason}, {@code LeakDetection}: what is held, or queued for
 *   <li>{@code Election}, {@code Candidacy}, {@code LeadershipWork}, {@code Leadership}, {@code LeaderEvent}: who leads
 *   <li>{@code Counter}, {@code Values}, {@code ItemList}, {@code Barrier}: data on the servers
 *   <li>{@code Signals}, {@code Signal}, {@code Change}, {@code Subscription}, {@code Gap}: news from the servers
 *   <li>{@code ClientMetrics}, {@code LockKind}, {@code MoveReason}: what can be counted
 * </ul>
 *
 * <p>How it works, in reading order:
 *
 * <ul>
 *   <li>{@code Core}: what all parts of a client share
 *   <li>{@code ServerLink}, {@code Backoff}: the connection to a server, made again when it broke
 *   <li>{@code Nodes}, {@code Hops}: which node of a cluster is next, and who may ask there again
 *   <li>{@code Lanes}, {@code Lane}, {@code ConnectionLane}: on which connection something waits and is held
 *   <li>{@code Acquisition}, {@code Queueing}, {@code TimeLimit}, {@code Diagnosis}: from asking for a slot to the grant or the exception
 *   <li>{@code Tenure}, {@code Holding}, {@code Renewal}: the life of a grant
 *   <li>{@code Owner}, {@code LeakDetector}: grants that were forgotten
 *   <li>{@code Interruption}, {@code Cancellation}: work that ends with its grant
 *   <li>{@code ThreadLock}, {@code ThreadHolds}: a lock of the JDK's kind
 *   <li>{@code Requests}, {@code Errand}, {@code Wait}: requests for data, those that wait on the server included
 *   <li>{@code Topic}, {@code Interest}, {@code Feed}, {@code Feeds}: from a push to its subscriptions
 *   <li>{@code Waiting}, {@code Purpose}, {@code Impatience}, {@code Futures}: waiting, and its end
 *   <li>{@code HarmlessMetrics}: the application's metrics, which may fail
 * </ul>
 */
@NullMarked
package io.dflockd.client;

import org.jspecify.annotations.NullMarked;
