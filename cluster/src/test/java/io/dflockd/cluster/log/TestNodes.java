package io.dflockd.cluster.log;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Nodes of one cluster in this process, on free ports of loopback, each with a machine that records. */
final class TestNodes implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Map<String, String> peers;
    private final Path root;
    private final UnaryOperator<LogSettings> changes;
    final Map<String, RecordingMachine> machines = new TreeMap<>();
    final Map<String, ReplicatedLog> logs = new TreeMap<>();

    TestNodes(Path root, UnaryOperator<LogSettings> changes, String... names) {
        this.root = root;
        this.changes = changes;
        this.peers = onFreePorts(names);
    }

    private static Map<String, String> onFreePorts(String... names) {
        List<ServerSocket> sockets = new ArrayList<>();
        Map<String, String> peers = new LinkedHashMap<>();
        try {
            for (String name : names) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                peers.put(name, "127.0.0.1:" + socket.getLocalPort());
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return peers;
    }

    /** Three nodes that have just been started for the first time. */
    static TestNodes three(Path root, UnaryOperator<LogSettings> changes) throws ClusterStartException {
        TestNodes nodes = new TestNodes(root, changes, "a", "b", "c");
        for (String name : List.of("a", "b", "c")) {
            nodes.start(name, LogSettings.Start.BOOTSTRAP);
        }
        return nodes;
    }

    void start(String name, LogSettings.Start how) throws ClusterStartException {
        RecordingMachine machine = new RecordingMachine();
        machines.put(name, machine);
        logs.put(name, ReplicatedLog.start(settings(name).start(how), machine));
    }

    LogSettings settings(String name) {
        return changes.apply(LogSettings.member(name, peers, directory(name)).minFreeBytes(1));
    }

    Path directory(String name) {
        return root.resolve(name);
    }

    /** Ends a node as a crash does: without a snapshot. */
    void crash(String name) throws IOException {
        machine(name).refusesSnapshots = true;
        close(name);
    }

    void close(String name) throws IOException {
        Objects.requireNonNull(logs.remove(name)).close();
    }

    ReplicatedLog log(String name) {
        return Objects.requireNonNull(logs.get(name));
    }

    RecordingMachine machine(String name) {
        return Objects.requireNonNull(machines.get(name));
    }

    /** Waits until a node is leader and ready, and all others that run know it. */
    String leader() {
        await().atMost(PATIENCE).pollInterval(10, TimeUnit.MILLISECONDS).until(() -> agreedLeader() != null);
        return Objects.requireNonNull(agreedLeader());
    }

    private @Nullable String agreedLeader() {
        return logs.keySet().stream()
                .filter(name -> log(name).leadership().isReady())
                .filter(name -> logs.values().stream()
                        .allMatch(log -> name.equals(log.leadership().leader())))
                .findFirst()
                .orElse(null);
    }

    /** Some node that runs and does not lead. */
    String follower() {
        String leader = leader();
        return logs.keySet().stream()
                .filter(name -> !name.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    void submit(String... entries) throws Exception {
        for (String entry : entries) {
            log(leader()).submit(RecordingMachine.bytes(entry)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    void awaitEntries(String name, List<String> expected) {
        await().atMost(PATIENCE)
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .until(() -> machine(name).entries(), expected::equals);
    }

    @Override
    public void close() throws IOException {
        for (ReplicatedLog log : logs.values()) {
            log.close();
        }
    }
}
