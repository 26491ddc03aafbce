package io.dflockd.simulation.churn;

import io.dflockd.engine.Census;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A server in this process, which shows everything it remembers. Nothing is limited, and what is idle goes at once. */
final class OwnServer implements Stage {
    private final DflockdServer server;

    OwnServer() {
        try {
            this.server = DflockdServer.start(ServerConfig.builder()
                    .port(0)
                    .eventLoops(2)
                    .maxLocks(1_000_000)
                    .writeTimeout(Duration.ofSeconds(2))
                    .gcInterval(Duration.ofSeconds(1))
                    .gcMaxIdle(Duration.ofSeconds(1))
                    .build());
        } catch (StartupException failed) {
            throw new Fault(String.valueOf(failed.getMessage()));
        }
    }

    @Override
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public String whatIsLeft() {
        Census census = server.census();
        boolean isEmpty = server.connections() == 0 && census.isEmpty();
        return isEmpty ? "" : server.connections() + " connections, " + census;
    }

    @Override
    public void close() {
        server.close();
    }
}
