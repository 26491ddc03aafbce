package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.wire.Frame;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A lane on a connection.
 *
 * @param whenFinished what its giver wants to do once nobody uses it
 */
record ConnectionLane(Connection connection, Runnable whenFinished) implements Lane {
    @Override
    public Exchange send(Frame frame) {
        return connection.send(frame);
    }

    @Override
    public Exchange send(Frame frame, Duration patience) {
        return connection.send(frame, patience);
    }

    @Override
    public String server() {
        return connection.server().toString();
    }

    @Override
    public boolean isTagged() {
        return connection.isTagged();
    }

    @Override
    public void onBreak(Consumer<ConnectionException> listener) {
        connection.onClose(listener);
    }

    @Override
    public void removeBreakListener(Consumer<ConnectionException> listener) {
        connection.removeCloseListener(listener);
    }

    @Override
    public void finished() {
        whenFinished.run();
    }
}
