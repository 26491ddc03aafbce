package io.dflockd.server;

import io.dflockd.protocol.Status;
import java.util.concurrent.CompletableFuture;

/** What can be asked of the cluster that a server is a node of, and changed there. It may take a moment: not for a loop. */
public interface Administration {
    /** How the cluster looks from this node: one JSON object, in ASCII. */
    String status();

    /**
     * The last entry in the state of this node, and a hash of that state in hex: nodes with the same hash are equal, and
     * nodes with the same entry have the same hash. Costs as much as a snapshot, and nothing is applied meanwhile.
     */
    String hash();

    /**
     * Hands leadership over. Done with {@code OK} when the other node leads, {@code ERROR} if there is no such node or it
     * does not take over, {@code ERROR_NOT_LEADER} if nobody leads at the moment.
     */
    CompletableFuture<Status> transfer(String node);

    /**
     * Changes a setting on all nodes. Done with {@code OK} when it holds here, {@code ERROR} if there is no such setting or
     * it does not take the value, {@code ERROR_NOT_LEADER} if nobody leads at the moment.
     */
    CompletableFuture<Status> set(String setting, String value);
}
