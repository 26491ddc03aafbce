package io.dflockd.client;

import io.dflockd.server.ServerConfig;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** What many tests begin with: the real server and a client of it, which has left nothing behind there in the end. */
abstract class OnServer {
    final TestServer server;
    final Dflockd client;

    OnServer() {
        this(config -> config);
    }

    OnServer(UnaryOperator<ServerConfig.Builder> settings) {
        server = TestServer.start(settings);
        client = Clients.of(server.address());
    }

    @AfterEach
    final void leaveNothingBehind() {
        client.close();
        server.awaitQuiet();
        server.close();
    }
}
