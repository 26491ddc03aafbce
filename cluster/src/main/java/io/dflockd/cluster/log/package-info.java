/**
 * The replicated log: Apache Ratis behind interfaces of our own. No type of Ratis leaves this package.
 *
 * <ul>
 *   <li>What others use: {@code ReplicatedLog}, {@code LogMachine} (what the owner implements), {@code LogSettings},
 *       {@code PeerTls}, {@code Leadership}, {@code LogStatus}, {@code NotLeaderException},
 *       {@code ClusterStartException}.
 *   <li>The way of an entry: {@code RatisMachine} (apply and snapshots), {@code SnapshotFiles}, {@code Halt} (the one
 *       way out when something is wrong).
 *   <li>How followers hear and are heard: {@code PromptRpc}, {@code PromptAppender} (commits are told at once),
 *       {@code LeaderLink} and {@code Letter} (messages to the leader).
 *   <li>Around it: {@code RatisLog} and {@code RatisNode} (the node and its server), {@code RatisProperties} (each setting with
 *       its reason), {@code DataDirectory}, {@code Identity}, {@code TornTail} (what a kill leaves behind), {@code Watch}
 *       (disk, progress, leadership), {@code StatusReport}, {@code StartFailure}.
 * </ul>
 */
package io.dflockd.cluster.log;
