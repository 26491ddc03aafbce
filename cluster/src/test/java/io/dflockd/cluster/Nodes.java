package io.dflockd.cluster;

import static org.awaitility.Awaitility.await;

import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.core.ConditionFactory;

/** The nodes of one cluster, in this process, and clients of theirs. */
final class Nodes implements AutoCloseable {
    /** Elections on a busy machine take their time. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Map<String, String> peers = new TreeMap<>();
    private final Map<String, DflockdServer> servers = new ConcurrentHashMap<>();
    private final Map<String, ClusterRuntime> runtimes = new ConcurrentHashMap<>();
    private final List<WireClient> clients = new ArrayList<>();
    final ConcurrentLinkedQueue<String> fatal = new ConcurrentLinkedQueue<>();

    Nodes(Path directory, String... names) {
        this.directory = directory;
        for (String name : names) {
            peers.put(name, "127.0.0.1:" + freePort());
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    /** Starts all of them at once: none is ready before a majority is. */
    void startAll() {
        CompletableFuture<?>[] starts = peers.keySet().stream()
                .map(name -> CompletableFuture.runAsync(() -> start(name), task -> new Thread(task, name).start()))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(starts).join();
    }

    void start(String name) {
        ClusterConfig config = ClusterConfig.member(name, peers, directory.resolve(name))
                .bootstrapping()
                .withNodeGrace(Duration.ofSeconds(2));
        ServerConfig server = ServerConfig.builder().port(0).eventLoops(1).build();
        try {
            servers.put(name, DflockdServer.start(server, (chosen, clock, background) -> {
                ClusterRuntime runtime = (ClusterRuntime)
                        ClusterRuntime.factory(config, fatal::add).create(chosen, clock, background);
                runtimes.put(name, runtime);
                return runtime;
            }));
        } catch (StartupException failed) {
            throw new AssertionError(failed.getMessage(), failed);
        }
    }

    /** Stops a node at once, as far as that can be done within a process. */
    void stop(String name) {
        DflockdServer server = servers.remove(name);
        if (server != null) {
            server.close();
        }
    }

    DflockdServer server(String name) {
        return Objects.requireNonNull(servers.get(name));
    }

    ClusterRuntime runtime(String name) {
        return Objects.requireNonNull(runtimes.get(name));
    }

    /** The name of the leader, as soon as there is one that has come to terms with it. */
    String leader() {
        String[] found = new String[1];
        eventually()
                .until(() -> servers.keySet().stream()
                        .filter(name -> runtime(name).status().leadership().isReady())
                        .peek(name -> found[0] = name)
                        .findFirst()
                        .isPresent());
        return found[0];
    }

    /** Some node that does not lead. */
    String follower() {
        String leader = leader();
        return servers.keySet().stream()
                .filter(name -> !name.equals(leader))
                .sorted()
                .findFirst()
                .orElseThrow();
    }

    WireClient client(String name) {
        WireClient client =
                WireClient.connect("127.0.0.1", server(name).address().getPort());
        clients.add(client);
        return client;
    }

    /** Whether all nodes that run are in the same state, which they are once they have applied the same entries. */
    void awaitEqual() {
        eventually()
                .until(() -> runtimes.entrySet().stream()
                                .filter(each -> servers.containsKey(each.getKey()))
                                .map(each -> each.getValue().fingerprint())
                                .distinct()
                                .count()
                        == 1);
    }

    static ConditionFactory eventually() {
        return await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE);
    }

    @Override
    public void close() {
        clients.forEach(WireClient::close);
        servers.values().forEach(DflockdServer::close);
    }
}
