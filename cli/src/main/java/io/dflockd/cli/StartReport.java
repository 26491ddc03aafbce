package io.dflockd.cli;

import io.dflockd.cli.options.Kind;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says when a server has started: where it listens, how it is guarded, and what it lacks. */
final class StartReport {
    private static final Logger log = LoggerFactory.getLogger(StartReport.class);

    private StartReport() {}

    static void log(ServerConfig config, InetSocketAddress address, Transport transport) {
        log.info(
                "dflockd {} listening on {} (transport {}, TLS {}, auth {})",
                Version.text(),
                shown(address),
                Kind.word(transport),
                tls(config),
                onOrOff(config.authToken() != null));
        if (!address.getAddress().isLoopbackAddress()) {
            warnOfOpenDoors(config);
        }
    }

    private static void warnOfOpenDoors(ServerConfig config) {
        if (config.authToken() == null && config.tlsClientCa() == null) {
            log.warn("anybody who reaches this address may use the server: set --auth-token-file or --tls-client-ca");
        }
        if (config.maxConnections() == 0 && config.maxConnectionsPerIp() == 0) {
            log.warn("one client may take every connection: set --max-connections or --max-connections-per-ip");
        }
    }

    private static String tls(ServerConfig config) {
        return config.tlsClientCa() == null ? onOrOff(config.tlsCert() != null) : "on with client certificates";
    }

    private static String onOrOff(boolean on) {
        return on ? "on" : "off";
    }

    private static String shown(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        if (host.isAnyLocalAddress()) {
            return "*:" + address.getPort();
        }
        String number = host.getHostAddress().replace("0:0:0:0:0:0:0:1", "::1");
        return (number.contains(":") ? "[" + number + "]" : number) + ":" + address.getPort();
    }
}
