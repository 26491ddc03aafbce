/**
 * The replicated machine without the log that feeds it: no thread, clock, socket, file or random source. Entries go in,
 * state and lines come out, and machines with the same entries are equal.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>The log.</b> An {@link io.dflockd.cluster.machine.Entry} has a time, a seed and
 *       {@link io.dflockd.cluster.machine.Part}s: what nodes have collected from their clients ({@code SubBatch},
 *       {@code HostRecord}), and what concerns the cluster ({@link io.dflockd.cluster.machine.Genesis},
 *       {@link io.dflockd.cluster.machine.ClusterSettings}, nodes that come and go). {@code ByteOutput} and
 *       {@code ByteInput} write and read them; what cannot be read is an
 *       {@link io.dflockd.cluster.machine.UnreadableEntryException}, and stops the node.
 *   <li><b>The machine.</b> {@link io.dflockd.cluster.machine.ReplicatedMachine} applies entries. {@code Schedule} keeps its
 *       time, {@code SessionTable} its {@code Node}s and their {@link io.dflockd.cluster.machine.HostedSession}s,
 *       {@code HostRecords} runs what clients ask. A {@link io.dflockd.cluster.machine.MachineListener} hears what comes of
 *       it. {@link io.dflockd.cluster.machine.MachineSnapshot} is the whole of it as bytes.
 *   <li><b>Around it, on each node.</b> {@link io.dflockd.cluster.machine.Home} hears what is for the sessions of its own
 *       node; {@link io.dflockd.cluster.machine.Outbound} keeps what that node has collected until it is applied. On the
 *       leader, {@link io.dflockd.cluster.machine.Sequencer} makes entries of it, whose time comes from its
 *       {@link io.dflockd.cluster.machine.LeaderClock}. A runtime puts threads around these, a simulator dice.
 * </ul>
 */
package io.dflockd.cluster.machine;
