package io.dflockd.cluster.machine;

/**
 * An entry of the log that this machine cannot apply: damaged, or of a version or kind that it does not know. To skip it
 * would leave this replica in another state than the others, so whoever feeds the machine stops; the message is one
 * sentence for whoever operates the node, and says what to do.
 */
public final class UnreadableEntryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private UnreadableEntryException(String message) {
        super(message);
    }

    static UnreadableEntryException damaged(String how) {
        return new UnreadableEntryException("the log has a damaged entry (" + how
                + "): this node must not go on; check its disk, then remove the node from the cluster and add it anew");
    }

    static UnreadableEntryException unknown(String what) {
        return new UnreadableEntryException("the log has " + what
                + ", which this version does not know: run the version of dflockd that the other nodes run");
    }
}
