package io.dflockd.cli.cluster;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster on this machine, to play with: nodes in processes of their own, under a temporary directory. */
public final class Trial implements AutoCloseable {
    private static final long LOOK_MILLIS = 200;
    private static final int PATIENCE_SECONDS = 120;

    private final PrintStream out;
    private final Path directory;
    private final List<TrialNode> nodes = new ArrayList<>();
    private volatile boolean isStopped;

    private Trial(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    /** Starts so many nodes and says where they are. */
    public static Trial start(int size, PrintStream out) throws ClusterFailed {
        try {
            Path directory = Files.createTempDirectory("dflockd-try-");
            Trial trial = new Trial(directory, out);
            out.println("Starting " + size + (size == 1 ? " node" : " nodes") + " under " + directory);
            trial.nodes.addAll(TrialNode.start(size, directory));
            return trial;
        } catch (IOException failed) {
            throw new ClusterFailed("cannot start the nodes: " + failed.getMessage(), failed);
        }
    }

    /** Waits for a leader, tells how to talk to the nodes, and then of each that ends, until {@link #stop}. */
    public void play() throws ClusterFailed, InterruptedException {
        long started = System.nanoTime();
        String leader = awaitLeader(started);
        if (leader != null) {
            explain(leader, (System.nanoTime() - started) / 1e9);
        }
        List<TrialNode> running = new ArrayList<>(nodes);
        while (!isStopped && !running.isEmpty()) {
            running.removeIf(this::hasEnded);
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        if (!isStopped) {
            throw new ClusterFailed("all nodes have ended");
        }
    }

    private @Nullable String awaitLeader(long started) throws ClusterFailed, InterruptedException {
        while (!isStopped) {
            for (TrialNode node : nodes) {
                requireAlive(node);
            }
            String leader = leaderOfAll();
            if (leader != null) {
                return leader;
            }
            if (System.nanoTime() - started > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new ClusterFailed("there is no leader after " + PATIENCE_SECONDS
                        + " s; the log of node a ends with: " + nodes.get(0).lastWords());
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return null;
    }

    /** The leader, once every node answers and knows it. */
    private @Nullable String leaderOfAll() {
        String leader = null;
        for (TrialNode node : nodes) {
            Status status = Errands.statusOf(node.address());
            if (status == null || status.leader() == null) {
                return null;
            }
            leader = status.leader();
        }
        return leader;
    }

    private void requireAlive(TrialNode node) throws ClusterFailed {
        if (!isStopped && !node.process().isAlive()) {
            throw new ClusterFailed("node " + node.name() + " has ended: " + node.lastWords());
        }
    }

    private boolean hasEnded(TrialNode node) {
        boolean hasEnded = !node.process().isAlive();
        if (hasEnded && !isStopped) {
            out.println("node " + node.name() + " has ended with status "
                    + node.process().exitValue() + "; its log is " + node.log());
        }
        return hasEnded;
    }

    private void explain(String leader, double seconds) {
        out.printf(Locale.ROOT, "Ready after %.1f s; node %s leads.%n%n", seconds, leader);
        for (TrialNode node : nodes) {
            out.println("  " + node.name() + "  " + node.address() + "  process "
                    + node.process().pid());
        }
        TrialNode first = nodes.get(0);
        TrialNode leading = nodes.stream()
                .filter(node -> node.name().equals(leader))
                .findFirst()
                .orElse(first);
        out.println();
        out.println("Every node serves, in another terminal:");
        out.println("  printf 'l\\norders\\n10\\n' | nc -q1 " + first.address().replace(':', ' '));
        out.println("  ./dflockd cluster status --server " + first.address());
        if (nodes.size() > 1) {
            out.println("  kill -9 " + leading.process().pid() + "    # the leader: the others go on");
        }
        out.println();
        out.println("Ctrl-C ends them all and removes their data.");
    }

    /** Lets {@link #play} return. */
    public void stop() {
        isStopped = true;
    }

    /** Ends all nodes, gently if they do not take too long, and removes their data. */
    @Override
    public void close() {
        isStopped = true;
        nodes.forEach(TrialNode::stop);
        nodes.forEach(TrialNode::awaitEnd);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException left) {
            out.println("could not remove " + directory + ": " + left.getMessage());
        }
    }
}
