package io.dflockd.server;

/** How a part of a connection ends the whole of it. On the thread of its loop. */
interface Exit {
    /** At once, without a word. */
    void close(String why);

    /** As soon as the client has all that was said to it so far. */
    void leave();

    /** At once, and the operator hears of it. */
    void turnAway(String why);

    /** The session ends now, the connection after a moment in which the client can read why. */
    void leaveSoon();
}
