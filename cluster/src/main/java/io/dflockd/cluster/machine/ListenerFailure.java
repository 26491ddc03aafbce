package io.dflockd.cluster.machine;

/** A listener threw. What it hears is the same on all nodes, but its fault is not: so it must end the process. */
public final class ListenerFailure extends Error {
    private static final long serialVersionUID = 1L;

    ListenerFailure(RuntimeException bug) {
        super("a listener of the replicated machine failed", bug);
    }
}
