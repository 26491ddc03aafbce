package io.dflockd.cluster.log;

/** What was asked for needs the leader, and the node that was asked is not the leader, or not ready, or none is known. */
public final class NotLeaderException extends Exception {
    NotLeaderException(String message) {
        super(message);
    }
}
