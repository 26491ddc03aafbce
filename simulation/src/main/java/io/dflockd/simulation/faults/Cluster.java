package io.dflockd.simulation.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Three nodes on this machine. */
final class Cluster implements AutoCloseable {
    /** On a busy machine a node takes its time, and nothing here says how fast it must be. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final long LOOK_MILLIS = 50;

    private final List<Node> nodes;

    /** Something to wait for; null while it is not there. */
    interface Look<T> {
        @Nullable
        T look();
    }

    private Cluster(List<Node> nodes) {
        this.nodes = nodes;
    }

    /** Starts them for the first time and waits until all serve. */
    static Cluster start(Path under) throws IOException, InterruptedException {
        List<Integer> ports = freePorts(2 * NAMES.size());
        String peers = IntStream.range(0, NAMES.size())
                .mapToObj(i -> NAMES.get(i) + "=127.0.0.1:" + ports.get(i))
                .collect(Collectors.joining(","));
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            nodes.add(new Node(NAMES.get(i), ports.get(NAMES.size() + i), peers, under));
        }
        Cluster cluster = new Cluster(List.copyOf(nodes));
        try {
            for (Node node : nodes) {
                node.start("--bootstrap");
            }
            for (Node node : nodes) {
                cluster.awaitServing(node);
            }
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    /** Taken all at once, so that they differ, and given back for the nodes to take. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return taken.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    List<Node> nodes() {
        return nodes;
    }

    /** Any number names a node. */
    Node node(int number) {
        return nodes.get(number % nodes.size());
    }

    /** The leader, as soon as it says so itself. */
    Node leader() throws InterruptedException {
        return await("there is no leader", () -> {
            for (Node node : nodes) {
                if (node.name().equals(Operator.leader(node))) {
                    return node;
                }
            }
            return null;
        });
    }

    void awaitServing(Node node) throws InterruptedException {
        await("node " + node.name() + " does not serve", () -> {
            if (!node.isAlive()) {
                throw new Trouble("node " + node.name() + " has ended by itself");
            }
            return Operator.isServing(node) ? node : null;
        });
    }

    /** Waits until all nodes are in the same state. Two states after the same entry are {@link Trouble}. */
    void awaitEqual() throws InterruptedException {
        Map<Long, String> seen = new HashMap<>();
        await("the nodes do not come to the same state", () -> {
            List<String> hashes = new ArrayList<>();
            for (Node node : nodes) {
                Operator.State state = Operator.state(node);
                if (state == null) {
                    return null;
                }
                String other = seen.putIfAbsent(state.entry(), state.hash());
                if (other != null && !other.equals(state.hash())) {
                    throw new Trouble("after entry " + state.entry() + " the state of node " + node.name()
                            + " has the hash " + state.hash() + ", that of another node " + other);
                }
                hashes.add(state.hash());
            }
            return hashes.stream().distinct().count() == 1 ? hashes : null;
        });
    }

    static <T> T await(String otherwise, Look<T> look) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            T found = look.look();
            if (found != null) {
                return found;
            }
            if (System.nanoTime() > deadline) {
                throw new Trouble(otherwise + " after " + PATIENCE.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Ends all of them. */
    @Override
    public void close() {
        nodes.forEach(Node::stop);
    }
}
