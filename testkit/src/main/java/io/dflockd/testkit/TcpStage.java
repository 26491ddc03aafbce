package io.dflockd.testkit;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A stage of real sockets on the loopback address and real time. */
public final class TcpStage implements Stage {
    private static final String LOOPBACK = "127.0.0.1";

    /** Starts a server that listens on loopback. */
    @FunctionalInterface
    public interface Launcher {
        Server launch(List<String> options);
    }

    /** A server that was started for one vector. */
    public interface Server extends AutoCloseable {
        int port();

        /** Does what SIGTERM does, and returns at once. */
        void terminate();

        Future<Integer> exitStatus();

        @Override
        void close();
    }

    private final Launcher launcher;
    private @Nullable Server server;

    public TcpStage(Launcher launcher) {
        this.launcher = launcher;
    }

    @Override
    public void start(List<String> options) {
        server = launcher.launch(options);
    }

    private Server server() {
        if (server == null) {
            throw new IllegalStateException("the stage is not started");
        }
        return server;
    }

    @Override
    public Connection connect() {
        return new TcpConnection(WireClient.connect(LOOPBACK, server().port()));
    }

    @Override
    public void pass(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException interrupted) {
            throw stopped(interrupted);
        }
    }

    @Override
    public void terminate() {
        server().terminate();
    }

    @Override
    public boolean refusesConnections() {
        try (var unwanted = WireClient.connect(LOOPBACK, server().port())) {
            return false;
        } catch (UncheckedIOException refused) {
            return true;
        }
    }

    @Override
    public int exitStatus(Duration patience) {
        try {
            return server().exitStatus().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("the server still runs after " + patience, late);
        } catch (ExecutionException failed) {
            throw new AssertionError("the server did not end in order", failed.getCause());
        } catch (InterruptedException interrupted) {
            throw stopped(interrupted);
        }
    }

    private static IllegalStateException stopped(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", interrupted);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }

    private record TcpConnection(WireClient client) implements Connection {
        @Override
        public void send(byte[] bytes) {
            try {
                client.sendRaw(bytes);
            } catch (UncheckedIOException closedByTheServer) {
                // the next step tells whether it was right to close
            }
        }

        @Override
        public Received receive(Duration patience) {
            return client.receive(patience);
        }

        @Override
        public void halfClose() {
            client.halfClose();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
