package io.dflockd.simulation.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * One run: clients work on three nodes while one mishap after another happens to these. After each, everybody pauses and
 * the nodes must be in the same state. In the end the history is read back from its file and checked.
 */
final class Run {
    /** What each client does, on average, between two mishaps. */
    private static final int ANSWERS_BETWEEN = 20;

    private final Path directory;
    private final int clients;
    private final long seed;
    private final PrintStream out;

    Run(Path directory, int clients, long seed, PrintStream out) {
        this.directory = directory;
        this.clients = clients;
        this.seed = seed;
        this.out = out;
    }

    Path historyFile() {
        return directory.resolve("history.txt");
    }

    /** Ends with {@link Trouble} if the nodes do not recover or differ. Leaves the history and the logs of the nodes. */
    Report run(Iterator<Mishap> mishaps) throws IOException, InterruptedException {
        Path nodes = Files.createDirectories(directory.resolve("nodes"));
        try (Recorder recorder = new Recorder(historyFile());
                Cluster cluster = Cluster.start(nodes)) {
            play(mishaps, cluster, recorder);
        }
        Report report = Report.of(History.read(historyFile()));
        if (report.violations().isEmpty()) {
            Folder.delete(nodes);
        }
        return report;
    }

    private void play(Iterator<Mishap> mishaps, Cluster cluster, Recorder recorder)
            throws IOException, InterruptedException {
        Gate gate = new Gate(clients);
        List<Thread> threads = new ArrayList<>();
        Random dice = new Random(seed);
        for (int i = 0; i < clients; i++) {
            Visitor visitor = new Visitor(i, cluster, recorder, gate, dice.nextLong());
            threads.add(new Thread(visitor, "visitor-" + i));
        }
        threads.forEach(Thread::start);
        try {
            Storm storm = new Storm(cluster, recorder, dice, out);
            awaitAnswers(recorder);
            while (mishaps.hasNext()) {
                storm.strike(mishaps.next());
                awaitAnswers(recorder);
                gate.close();
                cluster.awaitEqual();
                out.println("faults: all nodes are equal after " + recorder.answers() + " answers");
                gate.open();
            }
        } finally {
            gate.end();
            for (Thread thread : threads) {
                thread.join();
            }
        }
        new Audit(cluster, recorder).run();
        cluster.awaitEqual();
    }

    private void awaitAnswers(Recorder recorder) throws InterruptedException {
        long enough = recorder.answers() + (long) clients * ANSWERS_BETWEEN;
        Cluster.await("clients get no answers", () -> recorder.answers() >= enough ? recorder : null);
    }
}
