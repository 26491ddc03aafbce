package io.dflockd.client;

import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import io.dflockd.testkit.Certificates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The real server in a process of its own, which can be frozen, killed and started again on the same port. */
final class ServerChild implements AutoCloseable {
    private static final String LISTENING = "listening";

    /** What the server needs, if that is not what this process has: the client is also tested with an older Netty. */
    private static final String CLASS_PATH =
            System.getProperty("dflockd.test.serverClassPath", System.getProperty("java.class.path"));

    private final ReservedPort port = new ReservedPort();
    private final List<String> settings;
    private ChildJvm process;

    /** One that speaks plain text. */
    ServerChild() {
        this(List.of());
    }

    private ServerChild(List<String> settings) {
        this.settings = settings;
        process = startProcess();
    }

    /** One that speaks TLS, at all addresses of the machine, and asks for no certificate. */
    static ServerChild withTls(Certificates certificates) {
        return new ServerChild(List.of("" + certificates.serverCert(), "" + certificates.serverKey()));
    }

    /** Runs in the child: serves until it is killed. */
    public static void main(String[] arguments) throws StartupException, InterruptedException {
        ServerConfig.Builder config =
                ServerConfig.builder().port(Integer.parseInt(arguments[0])).eventLoops(1);
        if (arguments.length == 3) {
            config.host("0.0.0.0").tlsCert(Path.of(arguments[1])).tlsKey(Path.of(arguments[2]));
        }
        try (DflockdServer server = DflockdServer.start(config.build())) {
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
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(port())));
        arguments.addAll(settings);
        ChildJvm started = ChildJvm.startWith(CLASS_PATH, ServerChild.class, arguments.toArray(String[]::new));
        started.awaitLine(LISTENING);
        return started;
    }

    @Override
    public void close() {
        process.close();
        port.close();
    }
}
