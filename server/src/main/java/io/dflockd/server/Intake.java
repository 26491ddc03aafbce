package io.dflockd.server;

import io.dflockd.protocol.Request;

/**
 * Where the sessions of one thread leave their requests; what they hear of them arrives at the {@link ServerSession},
 * perhaps before {@link #submit} returns. Only that thread uses it.
 */
public interface Intake {
    /** What has become of a request when {@link Intake#submit} returns. */
    enum Submission {
        /** It has been run: it has its answer, or is parked. */
        DECIDED,
        /** It has been taken; the session will hear its answer, or that it is parked. */
        UNDER_WAY,
        /** It has not been taken: much is to be done before it. It is to come again, once others have had their turn. */
        COME_AGAIN
    }

    /** Looks at the clock: what follows, until the next look, happens at this instant. */
    void look();

    /** A client has connected from that address. Whether it will be let in is not known yet. */
    void open(ServerSession session, String address);

    /** Takes a request, which is used again for the next one as soon as this returns. */
    Submission submit(ServerSession session, Request request);

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

    /** Whether the session is known to hold something. */
    boolean holdsAny(ServerSession session);

    /** Whether a request of the session that is parked has the tag. */
    boolean isParked(ServerSession session, long tag);

    /** Whether any single request may take long, because it has very many to tell. */
    boolean mayTakeLong();
}
