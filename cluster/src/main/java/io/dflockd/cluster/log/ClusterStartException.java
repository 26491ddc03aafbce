package io.dflockd.cluster.log;

import org.jspecify.annotations.Nullable;

/** A node cannot start; the message is one line for the person who started it. */
public final class ClusterStartException extends Exception {
    ClusterStartException(String message) {
        super(message);
    }

    ClusterStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
