package io.dflockd.cli;

import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A cluster of three nodes, each the program in a process of its own, and clients of theirs. */
final class ThreePrograms implements AutoCloseable {
    /** Elections on a busy machine take their time. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final Pattern LEADER = Pattern.compile("\"leader\":\"(.)\"");

    final PeerNetwork network;
    private final Map<String, ChildProgram> programs = new TreeMap<>();
    private final Map<String, Integer> ports = new HashMap<>();
    private final List<WireClient> clients = new ArrayList<>();

    /** Starts them and waits until all of them serve. */
    ThreePrograms(Path folder) throws IOException {
        network = new PeerNetwork(NAMES);
        for (String name : NAMES) {
            programs.put(name, start(name, folder));
        }
        for (String name : NAMES) {
            try (Socket first = program(name).connect()) {
                ports.put(name, first.getPort());
            }
        }
    }

    private ChildProgram start(String name, Path folder) throws IOException {
        return ChildProgram.startIn(
                List.of("-Xmx128m", network.hostsOption(name, folder)),
                "--port=0",
                "--node=" + name,
                "--peers=" + network.peers(),
                "--data-dir=" + folder.resolve(name),
                "--bootstrap",
                "--cluster-insecure",
                "--node-grace=2");
    }

    ChildProgram program(String name) {
        return Objects.requireNonNull(programs.get(name));
    }

    /** A client of a node, which is closed with all the others. */
    WireClient client(String name) {
        WireClient client = WireClient.connect("127.0.0.1", Objects.requireNonNull(ports.get(name)));
        clients.add(client);
        return client;
    }

    /** The leader, once these nodes agree on it and it is one of them. */
    String leaderOf(List<String> nodes) {
        return Awaitility.await().atMost(PATIENCE).until(() -> agreedBy(nodes), nodes::contains);
    }

    private String agreedBy(List<String> nodes) {
        List<String> leaders =
                nodes.stream().map(this::leaderKnownTo).distinct().toList();
        return leaders.size() == 1 ? leaders.get(0) : "";
    }

    /** By a new client each time: a node that was given up by the others cuts off those that it has. */
    private String leaderKnownTo(String node) {
        WireClient client = client(node);
        client.send("cluster", "status", "");
        Matcher leader = LEADER.matcher(client.receive(PATIENCE).text());
        return leader.find() ? leader.group(1) : "";
    }

    /** All but one. */
    static List<String> without(String name) {
        return NAMES.stream().filter(other -> !other.equals(name)).toList();
    }

    static List<String> all() {
        return NAMES;
    }

    /** Waits until a node knows of so many who wait. */
    void awaitWaiters(WireClient client, int count) {
        Pattern waiters = Pattern.compile("\"waiters\":(\\d+)");
        Awaitility.await().atMost(PATIENCE).until(() -> {
            Matcher found = waiters.matcher(client.ask("stats", "_", "summary"));
            return found.find() && Integer.parseInt(found.group(1)) == count;
        });
    }

    @Override
    public void close() throws IOException {
        clients.forEach(WireClient::close);
        programs.values().forEach(ChildProgram::close);
        network.close();
    }
}
