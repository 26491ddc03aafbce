package io.dflockd.cluster.machine;

import io.dflockd.engine.Session;

/**
 * A session that knows which node has its connection. Its number is drawn by the machine and never used again; the node
 * knows it by a handle of its own, which means something only together with the node's name and epoch.
 */
public final class HostedSession extends Session {
    private final String node;
    private final long epoch;
    private final long handle;

    HostedSession(long id, String node, long epoch, long handle) {
        super(id);
        this.node = node;
        this.epoch = epoch;
        this.handle = handle;
    }

    /** The name of the node that has the connection. */
    public String node() {
        return node;
    }

    /** Which life of that node. */
    public long epoch() {
        return epoch;
    }

    /** What that node calls the session. */
    public long handle() {
        return handle;
    }

    @Override
    public String toString() {
        return super.toString() + " (" + handle + " of " + node + " in epoch " + epoch + ")";
    }
}
