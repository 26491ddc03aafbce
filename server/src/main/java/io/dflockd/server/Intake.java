package io.dflockd.server;

import io.dflockd.protocol.Request;

/**
 * Where the sessions of one thread leave their requests; what they hear of them arrives at the {@link ServerSession},
 * perhaps before {@link #submit} returns. Only that thread uses it.
 */
interface Intake {
    /** Looks at the clock: what follows, until the next look, happens at this instant. */
    void look();

    void open(ServerSession session);

    /** Takes a request. If not, much is due before it: it is to come again, once others have had their turn. */
    boolean submit(ServerSession session, Request request);

    /** The session does not read what it is sent, or reads again. */
    void mute(ServerSession session, boolean muted);

    /** The session asks for nothing more: some of what it waits for is withdrawn. Tells whether there is more. */
    boolean withdrawSome(ServerSession session);

    /** The end of a session begins: it wins nothing and hears of nothing from now on. */
    void beginEnd(ServerSession session);

    /** A session whose end has begun gives up a batch of what it has. Tells whether there is more. */
    boolean endNext(ServerSession session);

    /** Whether the session has or waits for something, and so must not be closed for being silent. */
    boolean isStateful(ServerSession session);

    boolean holdsAny(ServerSession session);

    /** Whether any single request may take long, because it has very many to tell. */
    boolean mayTakeLong();
}
