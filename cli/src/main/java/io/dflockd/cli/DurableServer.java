package io.dflockd.cli;

import io.dflockd.cli.options.Kind;
import io.dflockd.cluster.ClusterConfig;
import io.dflockd.cluster.ClusterRuntime;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to a server whose state outlives it, alone or as a node of a cluster. Nobody else here uses the cluster's
 * classes: so a server in memory does not load them.
 */
final class DurableServer {
    private static final int FAILED = 1;
    private static final Logger log = LoggerFactory.getLogger(DurableServer.class);

    private DurableServer() {}

    static DflockdServer start(ServerConfig config, Settings settings, Consumer<Error> onBreakdown)
            throws StartupException {
        ClusterConfig cluster = clusterConfig(settings);
        DflockdServer server =
                DflockdServer.start(config, ClusterRuntime.factory(cluster, DurableServer::end), onBreakdown);
        if (cluster.peers().size() > 1) {
            log.info(
                    "node {} of {}, data in {}",
                    cluster.node(),
                    String.join(", ", cluster.peers().keySet()),
                    cluster.dataDirectory());
        } else {
            log.info("data in {}", cluster.dataDirectory());
        }
        return server;
    }

    static ClusterConfig clusterConfig(Settings settings) {
        Path directory = settings.value(Setting.DATA_DIR, Kind.DIRECTORY);
        ClusterConfig config = settings.effective(Setting.PEERS).isPresent()
                ? member(directory, settings)
                : ClusterConfig.single(directory);
        return config.withElectionTimeout(settings.value(Setting.ELECTION_TIMEOUT, Kind.fraction("0")))
                .withNodeGrace(settings.value(Setting.NODE_GRACE, Kind.seconds(0)));
    }

    private static ClusterConfig member(Path directory, Settings settings) {
        ClusterConfig member = ClusterConfig.member(
                settings.value(Setting.NODE, Kind.NODE_NAME),
                settings.value(Setting.PEERS, Peers.KIND).addresses(),
                directory);
        ClusterConfig asToldToBegin = settings.isOn(Setting.BOOTSTRAP) ? member.bootstrapping() : member;
        return settings.effective(Setting.CLUSTER_TLS_CERT).isPresent()
                ? asToldToBegin.withCertificates(certificates(settings))
                : asToldToBegin;
    }

    private static ClusterConfig.Certificates certificates(Settings settings) {
        return new ClusterConfig.Certificates(
                settings.value(Setting.CLUSTER_TLS_CERT, Kind.READABLE_FILE),
                settings.value(Setting.CLUSTER_TLS_KEY, Kind.READABLE_FILE),
                settings.value(Setting.CLUSTER_TLS_CA, Kind.READABLE_FILE));
    }

    /** What can no longer be relied on must not go on, and must not wait for anything either. */
    private static void end(String sentence) {
        log.error("{}", sentence);
        Runtime.getRuntime().halt(FAILED);
    }
}
