package io.dflockd.cluster.machine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Hears what a machine has to say while it applies an entry, in the order in which it happens. Every replica says all of
 * it, for the sessions of all nodes and of all their lives, also when it catches up with the log after a restart.
 *
 * <p>It only listens: it takes notes and never waits. If it throws, the process ends, because this replica alone would
 * have done something else.
 */
public interface MachineListener {
    /** The answer to a request that was run at once. */
    void reply(HostedSession to, long tag, Reply reply);

    /** The answer to a request that had been parked. */
    void wake(HostedSession to, long tag, Reply reply);

    /** A line that nobody asked for. */
    void push(HostedSession to, Push push);

    /** A request was run and waits: its answer comes with {@link #wake}. */
    void parked(HostedSession of, long tag);

    /** A request failed by a fault of ours. Its host answers it with an error, and closes the session by a record. */
    void fault(HostedSession of, long tag, Command command, RuntimeException bug);

    /** Something else failed by a fault of ours, alike on all nodes; a session that is named has been ended for it. */
    void faultBeside(@Nullable HostedSession of, String what, RuntimeException bug);

    /** The session is over, whoever wanted that; it is told nothing any more. */
    void ended(HostedSession session);

    /** This sub-batch was taken, and all that it says has been heard. */
    void applied(String node, long epoch, long sequence);

    /** A node has begun a life. */
    void began(String node, long nonce, long epoch);

    /** A hello came too late: the node has another epoch by now. */
    void refused(String node, long nonce);

    /** A life of a node is over, and so are its sessions. */
    void gone(String node, long epoch);

    /** From now on these hold; the first time, the cluster has come to be. */
    void settled(ClusterSettings settings);
}
