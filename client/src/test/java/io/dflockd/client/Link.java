package io.dflockd.client;

import java.io.IOException;
import java.net.Socket;
import java.util.List;

/**
 * One connection through a {@link FaultProxy}: the client's socket, the server's, and a pipe each way.
 *
 * <p>The monitor of the link guards the state of both pipes. Nobody reads or writes a socket while holding it.
 */
final class Link {
    /** Small, so that a sender soon notices that nobody reads. */
    static final int RECEIVE_BUFFER = 65_536;

    private final Socket client;
    private final Socket server;
    private final Pipe toServer;
    private final Pipe toClient;
    private int runningPipes = 2;
    private boolean open = true;

    Link(Socket client, Socket server, Traffic toServerTraffic, Traffic toClientTraffic) {
        this.client = client;
        this.server = server;
        this.toServer = new Pipe(this, client, server, toServerTraffic);
        this.toClient = new Pipe(this, server, client, toClientTraffic);
    }

    void start() {
        toServer.start("to the server");
        toClient.start("to the client");
    }

    List<Pipe> pipes(Direction direction) {
        return switch (direction) {
            case TO_SERVER -> List.of(toServer);
            case TO_CLIENT -> List.of(toClient);
            case BOTH -> List.of(toServer, toClient);
        };
    }

    synchronized boolean isOpen() {
        return open;
    }

    /** Both sides are told of an end, and may close in their own time: closing here could destroy what they have not read. */
    void cut() {
        silence();
        endOutput(client);
        endOutput(server);
    }

    void dropServerSide() {
        silence();
        endOutput(server);
    }

    void dropClientSide() {
        silence();
        endOutput(client);
    }

    synchronized void reset() {
        abort(client);
        abort(server);
        close();
    }

    synchronized void close() {
        open = false;
        toServer.close();
        toClient.close();
        close(client);
        close(server);
    }

    /** A pipe has nothing more to bring. */
    synchronized void pipeEnded() {
        runningPipes--;
        if (runningPipes == 0) {
            close();
        }
    }

    /** The socket that this pipe writes to is broken: whoever listens to it in the other pipe has to hear that. */
    synchronized void broken(Pipe pipe) {
        if (pipe.isRunning()) {
            pipe.silence();
            (pipe == toServer ? toClient : toServer).sourceBroken();
        }
    }

    private synchronized void silence() {
        toServer.silence();
        toClient.silence();
    }

    /** Tells the other end of this socket, after everything that was written to it. */
    private static void endOutput(Socket socket) {
        try {
            socket.shutdownOutput();
        } catch (IOException gone) {
            // then its other end knows already
        }
    }

    /** A close without lingering is a reset. */
    static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException gone) {
            // then there is nothing left to reset
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // which is what was wanted
        }
    }
}
