package io.dflockd.cluster;

import io.dflockd.server.ServerSession;
import java.util.concurrent.atomic.AtomicInteger;

/** A session that this node hosts, as long as it has not begun to end. */
final class Client {
    final ServerSession session;
    final String address;
    /** Requests whose outcome is not known yet. */
    final AtomicInteger underWay = new AtomicInteger();

    // belong to the loop of the session
    boolean isOpen; // the machine knows of it, or will
    boolean isWithdrawn; // nothing was asked since it was

    Client(ServerSession session, String address) {
        this.session = session;
        this.address = address;
    }

    long handle() {
        return session.id();
    }
}
