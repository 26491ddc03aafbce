package io.dflockd.cli.cluster;

import org.jspecify.annotations.Nullable;

/** The command could not do what it was asked for. The message is one line for the person who typed it. */
public final class ClusterFailed extends Exception {
    ClusterFailed(String message) {
        this(message, null);
    }

    ClusterFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
