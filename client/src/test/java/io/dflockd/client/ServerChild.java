package io.dflockd.client;

import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.util.concurrent.CountDownLatch;

/** The real server in a process of its own, which can be frozen, killed and started again on the same port. */
final class ServerChild implements AutoCloseable {
    private static final String LISTENING = "listening";

    private final ReservedPort port = new ReservedPort();
    private ChildJvm process;

    ServerChild() {
        process = startProcess();
    }

    /** Runs in the child: serves until it is killed. */
    public static void main(String[] arguments) throws StartupException, InterruptedException {
        int port = Integer.parseInt(arguments[0]);
        ServerConfig config = ServerConfig.builder().port(port).eventLoops(1).build();
        try (DflockdServer server = DflockdServer.start(config)) {
            System.out.println(LISTENING + " on " + server.address());
            new CountDownLatch(1).await();
        }
    }

    int port() {
        return port.number();
    }

    /** 127.0.0.1:port. */
    String address() {
        return port.address();
    }

    /** The server answers nobody any more; the system still accepts connections and bytes for it. */
    void freeze() {
        process.freeze();
    }

    void thaw() {
        process.thaw();
    }

    /** The server is gone without a word; the system resets or ends its connections. */
    void kill() {
        process.kill();
    }

    /** Kills the server and starts one that knows nothing of it. */
    void restart() {
        process.close();
        process = startProcess();
    }

    private ChildJvm startProcess() {
        ChildJvm started = ChildJvm.start(ServerChild.class, Integer.toString(port()));
        started.awaitLine(LISTENING);
        return started;
    }

    @Override
    public void close() {
        process.close();
        port.close();
    }
}
