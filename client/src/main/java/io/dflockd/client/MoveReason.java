package io.dflockd.client;

import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.NotLeaderException;

/** Why a client has left one node of its cluster for another. */
public enum MoveReason {
    /** The connection broke, or could not be made. */
    NODE_GONE,
    /** The node knew of no leader, so that nothing could be done there at that moment. */
    NOT_LEADER,
    /** The node is being shut down and begins nothing new. */
    DRAINING;

    static MoveReason of(Throwable why) {
        if (why instanceof NotLeaderException) {
            return NOT_LEADER;
        }
        return why instanceof DrainingException ? DRAINING : NODE_GONE;
    }
}
