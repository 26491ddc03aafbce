package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.NotLeaderException;

/**
 * How often a request may be asked of another node, because one has refused it for the moment: while its patience lasts,
 * and some times in any case, since whoever does not want to wait does not want less to be served.
 */
final class Hops {
    /** How many nodes are asked in any case. */
    static final int ATTEMPTS = 3;

    private int attempts = 1;

    /**
     * Whether the node has certainly not done what it was asked for, and there is another that may: then the link turns to
     * that one. On the transport's thread.
     */
    static boolean leadElsewhere(Throwable failure, String node, ServerLink link) {
        return (failure instanceof NotLeaderException || failure instanceof DrainingException)
                && link.turnAwayFrom(node, (DflockdException) failure);
    }

    /** Whether the request that failed so may be asked once more, of another node. On the transport's thread. */
    boolean another(Throwable failure, String node, ServerLink link, TimeLimit limit) {
        return leadElsewhere(failure, node, link) && (++attempts <= ATTEMPTS || !limit.isOver());
    }
}
