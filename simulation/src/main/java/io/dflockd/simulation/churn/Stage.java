package io.dflockd.simulation.churn;

import java.net.InetSocketAddress;

/** The server that a crowd works on. */
interface Stage extends AutoCloseable {
    InetSocketAddress address();

    /** Why it is not as empty as it must be when everybody has gone; an empty text when it is. */
    String whatIsLeft();

    @Override
    void close();
}
