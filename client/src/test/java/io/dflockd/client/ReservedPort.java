package io.dflockd.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A port of the loopback address that stays with its test while nobody listens on it.
 *
 * <p>It is held by a socket that is bound and never listens, so the system gives the port to nobody else: neither to
 * another test, nor to a client that connects to it and would, with bad luck, be connected to itself. Linux lets a
 * second socket listen on such a port; elsewhere the port is only known, not held.
 */
final class ReservedPort implements AutoCloseable {
    private final Socket holder = new Socket();
    private final int number;

    ReservedPort() {
        try {
            holder.setReuseAddress(true);
            holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            number = holder.getLocalPort();
            if (!System.getProperty("os.name").startsWith("Linux")) {
                holder.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    int number() {
        return number;
    }

    /** The port as a client names it: 127.0.0.1:port. */
    String address() {
        return "127.0.0.1:" + number;
    }

    /** A socket that listens here, with little room for what is not read yet. */
    ServerSocket listen() throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.setReceiveBufferSize(Link.RECEIVE_BUFFER);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), number));
        return listener;
    }

    @Override
    public void close() {
        try {
            holder.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
