package io.dflockd.server;

/** How far a connection has got, for all its parts to see. Belongs to the thread of its loop. */
final class Standing {
    private Phase phase;

    Standing(Phase first) {
        this.phase = first;
    }

    Phase phase() {
        return phase;
    }

    void moveTo(Phase next) {
        phase = next;
    }

    boolean isOpen() {
        return phase == Phase.OPEN;
    }

    boolean isLeaving() {
        return phase == Phase.LEAVING;
    }

    /** Whether the connection is as good as gone: whatever the client still sends is not for us. */
    boolean ignoresInput() {
        return phase == Phase.REFUSED || phase == Phase.LEAVING;
    }

    /** Whether its secret waits to be looked at. */
    boolean isQueued() {
        return phase == Phase.QUEUED;
    }
}
