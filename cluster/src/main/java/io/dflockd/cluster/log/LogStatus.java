package io.dflockd.cluster.log;

import java.util.List;
import java.util.OptionalLong;

/**
 * A node's view of the log at one moment; indexes are -1 while there is none.
 *
 * @param committed the last entry that a majority has, as far as this node knows
 * @param applied the last entry in this node's state
 * @param snapshot the last entry in this node's newest snapshot
 * @param logBytes what the log's files take on disk
 */
public record LogStatus(
        String node,
        Leadership leadership,
        long committed,
        long applied,
        long snapshot,
        long logBytes,
        List<Peer> peers) {
    /**
     * One member, itself included.
     *
     * @param committed the last entry that it is known to hold as committed
     * @param silentMillis how long ago it was heard from: known to the leader of all, to a follower of its leader
     */
    public record Peer(String name, String address, long committed, OptionalLong silentMillis) {}
}
