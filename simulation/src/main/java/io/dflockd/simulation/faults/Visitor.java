package io.dflockd.simulation.faults;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One client. It has a node that it likes best and goes to the next one when that does not serve it; now and then it leaves
 * without a word, and with all that it holds.
 */
final class Visitor implements Runnable {
    private static final int LEAVES_ONCE_IN = 200;
    private static final int GOES_HOME_ONCE_IN = 30;
    private static final int THINKS_MILLIS = 40;
    private static final int RETRIES_MILLIS = 200;

    private final String name;
    private final int favourite;
    private final Cluster cluster;
    private final Recorder recorder;
    private final Gate gate;
    private final Random dice;
    private final List<Job> jobs;
    private @Nullable Talk talk;
    private int connections;
    private int failures;
    private boolean isElsewhere;

    Visitor(int number, Cluster cluster, Recorder recorder, Gate gate, long seed) {
        this.name = "c" + number;
        this.favourite = number;
        this.cluster = cluster;
        this.recorder = recorder;
        this.gate = gate;
        this.dice = new Random(seed);
        this.jobs = List.of(new LockJob(), new QueueJob(), new KeepJob(name), new DataJob(), new DataJob());
    }

    @Override
    public void run() {
        try {
            while (gate.pass()) {
                work();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            leave();
            gate.leave();
        }
    }

    private void work() throws InterruptedException {
        try {
            Talk present = talk == null ? connect() : talk;
            talk = present;
            jobs.get(dice.nextInt(jobs.size())).run(present, dice);
            failures = 0;
            Job.think(dice, THINKS_MILLIS);
            if (dice.nextInt(isElsewhere ? GOES_HOME_ONCE_IN : LEAVES_ONCE_IN) == 0) {
                leave();
            }
        } catch (IOException over) {
            leave();
            failures++;
            Job.think(dice, RETRIES_MILLIS);
        }
    }

    private Talk connect() throws IOException {
        Node node = cluster.node(favourite + failures);
        connections++;
        isElsewhere = node != cluster.node(favourite);
        return Talk.open(name + "." + connections, node.name(), node.address(), recorder);
    }

    private void leave() {
        try {
            if (talk != null) {
                talk.close();
            }
        } catch (IOException ignored) {
            // it is over all the same
        }
        talk = null;
    }
}
