package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.wire.Frame;
import java.time.Duration;
import java.util.function.Consumer;

/** The connection on which a slot is waited for and held: when it breaks, both are over. */
interface Lane {
    Exchange send(Frame frame);

    Exchange send(Frame frame, Duration patience);

    /** The address, for messages. */
    String server();

    /** Whether many requests can be under way on it; a server that knows no tags does not allow that. */
    boolean isTagged();

    void onBreak(Consumer<ConnectionException> listener);

    void removeBreakListener(Consumer<ConnectionException> listener);

    /** Nothing is waited for or held on it any more by whoever got it; to be called once. */
    void finished();
}
