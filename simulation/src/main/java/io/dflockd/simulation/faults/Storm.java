package io.dflockd.simulation.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Does to the nodes what a {@link Mishap} says, and makes it good again: afterwards all of them serve. */
final class Storm {
    private static final int REFUSAL_SECONDS = 120;
    private static final int REFUSED = 1;

    private final Cluster cluster;
    private final Recorder recorder;
    private final Random dice;
    private final PrintStream out;

    Storm(Cluster cluster, Recorder recorder, Random dice, PrintStream out) {
        this.cluster = cluster;
        this.recorder = recorder;
        this.dice = dice;
        this.out = out;
    }

    void strike(Mishap mishap) throws IOException, InterruptedException {
        Node leader = cluster.leader();
        switch (mishap.kind()) {
            case LEADER_KILLED -> kill(leader, mishap);
            case FOLLOWER_KILLED -> kill(otherThan(leader), mishap);
            case LEADER_STOPPED -> freeze(leader, mishap);
            case ALL_KILLED -> killAll(mishap);
            case DIRECTORY_WIPED ->
                wipe(cluster.node(dice.nextInt(cluster.nodes().size())), mishap);
        }
        for (Node node : cluster.nodes()) {
            cluster.awaitServing(node);
        }
    }

    private Node otherThan(Node leader) {
        List<Node> followers =
                cluster.nodes().stream().filter(node -> node != leader).toList();
        return followers.get(dice.nextInt(followers.size()));
    }

    private void kill(Node node, Mishap mishap) throws IOException, InterruptedException {
        begin(node, mishap);
        node.kill();
        stayAway(mishap);
        note(node, "started");
        node.start();
    }

    private void freeze(Node node, Mishap mishap) throws IOException, InterruptedException {
        begin(node, mishap);
        node.freeze();
        stayAway(mishap);
        note(node, "goes on");
        node.thaw();
    }

    private void killAll(Mishap mishap) throws IOException, InterruptedException {
        for (Node node : cluster.nodes()) {
            begin(node, mishap);
        }
        for (Node node : cluster.nodes()) {
            node.kill();
        }
        stayAway(mishap);
        for (Node node : cluster.nodes()) {
            note(node, "started");
            node.start();
        }
    }

    /** A node that has lost its directory must not start; with the directory that it had, it does. */
    private void wipe(Node node, Mishap mishap) throws IOException, InterruptedException {
        begin(node, mishap);
        node.kill();
        Path aside = node.directory().resolveSibling(node.name() + ".aside");
        Files.move(node.directory(), aside);
        int logged = node.logSince(0).size();
        node.start();
        int status = node.awaitEnd(REFUSAL_SECONDS);
        List<String> said = node.logSince(logged).stream()
                .filter(line -> line.startsWith("dflockd:"))
                .toList();
        if (status != REFUSED || said.size() != 1 || !said.get(0).contains("is empty")) {
            throw new Trouble("a node without its directory ended with status " + status + " and said " + said);
        }
        note(node, "refused to start without its directory");
        deleteFolder(node.directory());
        stayAway(mishap);
        Files.move(aside, node.directory());
        note(node, "started with the directory that it had");
        node.start();
    }

    private static void deleteFolder(Path folder) throws IOException {
        if (Files.exists(folder)) {
            Folder.delete(folder);
        }
    }

    private void begin(Node node, Mishap mishap) {
        note(node, mishap.kind().text());
    }

    private void note(Node node, String what) {
        recorder.note(node.name(), what);
        out.println("faults: node " + node.name() + ": " + what);
    }

    private static void stayAway(Mishap mishap) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(mishap.away().toMillis());
    }
}
