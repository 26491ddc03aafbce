package io.dflockd.cluster.log;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How one node keeps and shares its log. Made with {@link #single} or {@link #member}, changed by the methods that are
 * named after what they change.
 *
 * @param node this node's name
 * @param peers all members by name, each with its {@code host:port}; this node is one of them
 * @param directory where log, snapshots and identity are kept
 * @param start what an empty directory means
 * @param electionTimeout how long followers do without their leader; the upper bound is 10/7 of it
 * @param tls null for plain connections
 * @param snapshotEntries a snapshot is taken after so many entries
 * @param snapshotBytes or after entries of so many bytes
 * @param minFreeBytes with less room on the disk a node does not start, and hands over and stops
 */
public record LogSettings(
        String node,
        SortedMap<String, String> peers,
        Path directory,
        Start start,
        Duration electionTimeout,
        @Nullable PeerTls tls,
        long snapshotEntries,
        long snapshotBytes,
        long minFreeBytes) {
    /** What to make of a directory without anything in it. */
    public enum Start {
        /** The node has run before: an empty directory is an error. */
        RESUME,
        /** The first start of a new cluster: an empty directory is prepared. A directory in use is resumed as it is. */
        BOOTSTRAP
    }

    private static final Duration ELECTION_TIMEOUT = Duration.ofMillis(700);
    private static final long SNAPSHOT_ENTRIES = 50_000;
    private static final long SNAPSHOT_BYTES = 64L << 20;
    private static final long MIN_FREE_BYTES = 256L << 20;

    public LogSettings {
        if (!peers.containsKey(node)) {
            throw new IllegalArgumentException("node " + node + " is not among the peers " + peers.keySet());
        }
        peers = Collections.unmodifiableSortedMap(new TreeMap<>(peers));
    }

    /** A cluster of one, reachable by nobody: its port is on loopback and drawn by the system. */
    public static LogSettings single(String node, Path directory) {
        return member(node, Map.of(node, "127.0.0.1:0"), directory).start(Start.BOOTSTRAP);
    }

    public static LogSettings member(String node, Map<String, String> peers, Path directory) {
        return new LogSettings(
                node,
                new TreeMap<>(peers),
                directory,
                Start.RESUME,
                ELECTION_TIMEOUT,
                null,
                SNAPSHOT_ENTRIES,
                SNAPSHOT_BYTES,
                MIN_FREE_BYTES);
    }

    public LogSettings start(Start how) {
        return new LogSettings(
                node, peers, directory, how, electionTimeout, tls, snapshotEntries, snapshotBytes, minFreeBytes);
    }

    public LogSettings electionTimeout(Duration timeout) {
        return new LogSettings(
                node, peers, directory, start, timeout, tls, snapshotEntries, snapshotBytes, minFreeBytes);
    }

    public LogSettings tls(PeerTls files) {
        return new LogSettings(
                node, peers, directory, start, electionTimeout, files, snapshotEntries, snapshotBytes, minFreeBytes);
    }

    public LogSettings snapshotAfter(long entries, long bytes) {
        return new LogSettings(node, peers, directory, start, electionTimeout, tls, entries, bytes, minFreeBytes);
    }

    public LogSettings minFreeBytes(long bytes) {
        return new LogSettings(
                node, peers, directory, start, electionTimeout, tls, snapshotEntries, snapshotBytes, bytes);
    }

    /** This node's own address, where it listens. */
    String address() {
        return Objects.requireNonNull(peers.get(node));
    }

    boolean isAlone() {
        return peers.size() == 1;
    }
}
