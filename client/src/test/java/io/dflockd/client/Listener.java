package io.dflockd.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** A listening socket with the thread that accepts on it. After {@link #close} whoever connects is refused. */
final class Listener implements AutoCloseable {
    private final ServerSocket socket;
    private final Thread acceptor;

    Listener(ReservedPort port, Consumer<Socket> accept) {
        try {
            socket = port.listen();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        acceptor = new Thread(() -> acceptAll(accept), "listens on " + port.number());
        acceptor.setDaemon(true);
        acceptor.start();
    }

    private void acceptAll(Consumer<Socket> accept) {
        try {
            while (true) {
                accept.accept(socket.accept());
            }
        } catch (IOException closed) {
            // by close
        }
    }

    /** Waits for the thread: while it is still inside its call of accept, the system goes on listening. */
    @Override
    public void close() {
        try {
            socket.close();
            acceptor.join();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
