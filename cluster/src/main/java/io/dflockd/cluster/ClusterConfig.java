package io.dflockd.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What makes a server a node of a cluster. A cluster of one, whose state outlives its process, is
 * {@code ClusterConfig.single(directory)}; a member of several starts from {@link #member}.
 *
 * @param node this node's name
 * @param peers all members by name, each with the {@code host:port} at which the others reach it
 * @param dataDirectory where log, snapshots and identity are kept
 * @param bootstrap whether an empty directory is the beginning of a new cluster, and not a lost disk
 * @param electionTimeout how long the others do without their leader before they elect another
 * @param nodeGrace how long a node may be silent before its sessions end
 * @param certificates null if nodes talk to each other in plain text
 */
public record ClusterConfig(
        String node,
        SortedMap<String, String> peers,
        Path dataDirectory,
        boolean bootstrap,
        Duration electionTimeout,
        Duration nodeGrace,
        @Nullable Certificates certificates) {
    /** What a node is called that has no others to be told from. */
    public static final String ONLY_NODE = "single";

    public static final Duration DEFAULT_ELECTION_TIMEOUT = Duration.ofMillis(700);
    public static final Duration DEFAULT_NODE_GRACE = Duration.ofSeconds(5);

    /**
     * The PEM files of mutual TLS between nodes.
     *
     * @param certificate the chain that this node shows
     * @param key its private key, PKCS #8
     * @param authority what the certificates of the other nodes must be signed by
     */
    public record Certificates(Path certificate, Path key, Path authority) {}

    public ClusterConfig {
        if (!peers.containsKey(node)) {
            throw new IllegalArgumentException("node " + node + " is not among the peers " + peers.keySet());
        }
        peers = Collections.unmodifiableSortedMap(new TreeMap<>(peers));
    }

    /** A node without others, whose state outlives its process. An empty directory is its beginning. */
    public static ClusterConfig single(Path dataDirectory) {
        return member(ONLY_NODE, Map.of(ONLY_NODE, "127.0.0.1:0"), dataDirectory)
                .bootstrapping();
    }

    /** A node of several, which has run before. */
    public static ClusterConfig member(String node, Map<String, String> peers, Path dataDirectory) {
        return new ClusterConfig(
                node, new TreeMap<>(peers), dataDirectory, false, DEFAULT_ELECTION_TIMEOUT, DEFAULT_NODE_GRACE, null);
    }

    /** The same node at its first start. */
    public ClusterConfig bootstrapping() {
        return new ClusterConfig(node, peers, dataDirectory, true, electionTimeout, nodeGrace, certificates);
    }

    public ClusterConfig withElectionTimeout(Duration timeout) {
        return new ClusterConfig(node, peers, dataDirectory, bootstrap, timeout, nodeGrace, certificates);
    }

    public ClusterConfig withNodeGrace(Duration grace) {
        return new ClusterConfig(node, peers, dataDirectory, bootstrap, electionTimeout, grace, certificates);
    }

    public ClusterConfig withCertificates(Certificates files) {
        return new ClusterConfig(node, peers, dataDirectory, bootstrap, electionTimeout, nodeGrace, files);
    }
}
