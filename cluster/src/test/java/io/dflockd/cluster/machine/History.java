package io.dflockd.cluster.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random entries of a cluster of two nodes whose clients do a bit of everything, and some of whose parts come twice. */
final class History {
    private final Random random;
    private final TestCluster cluster = new TestCluster();
    private final List<byte[]> sent = new ArrayList<>();
    private long handles;

    private History(long seed) {
        this.random = new Random(seed);
    }

    /** The entries of a history, from the genesis on. */
    static List<byte[]> draw(long seed, int entries) {
        History history = new History(seed);
        while (history.cluster.log.size() < entries) {
            history.step();
        }
        return history.cluster.log;
    }

    private void step() {
        cluster.elapse(Duration.ofMillis(random.nextInt(700)));
        TestNode node = random.nextBoolean() ? cluster.a : cluster.b;
        switch (random.nextInt(40)) {
            case 0 -> node.hello();
            case 1 -> cluster.apply(Part.nodeGone(node.name, random.nextInt(3)));
            case 2 -> node.dismiss();
            case 3 -> settle();
            case 4 -> cluster.apply();
            default -> apply(node);
        }
    }

    private void settle() {
        ClusterSettings now = cluster.machine.settings();
        boolean keeps = random.nextBoolean();
        cluster.apply(Part.settings(
                cluster.machine.settingsNumber(),
                now.withEngine(now.engine().withMaxLocks(1 + random.nextInt(20)).withAutoRelease(keeps))));
    }

    private void apply(TestNode node) {
        if (!sent.isEmpty() && random.nextInt(8) == 0) {
            cluster.apply(sent.get(random.nextInt(sent.size())));
            return;
        }
        byte[] part = node.batch(this::records);
        sent.add(part);
        cluster.apply(part);
    }

    private void records(SubBatch records) {
        if (handles == 0 || random.nextInt(4) == 0) {
            records.open(++handles, "10.0.0.1:5000");
        }
        for (int i = random.nextInt(6); i >= 0; i--) {
            long handle = Math.max(1, handles - random.nextInt(8));
            switch (random.nextInt(20)) {
                case 0 -> records.about(RecordType.CLOSE, handle);
                case 1 -> records.about(RecordType.WITHDRAW, handle);
                case 2 -> records.about(RecordType.MUTE, handle);
                case 3 -> records.about(RecordType.UNMUTE, handle);
                default -> request(records, handle);
            }
        }
    }

    private void request(SubBatch records, long handle) {
        String key = "k" + random.nextInt(4);
        switch (random.nextInt(14)) {
            case 0, 1 -> add(records, handle, "l", key, random.nextInt(4) + " " + (1 + random.nextInt(4)));
            case 2 -> add(records, handle, "sl", key, random.nextInt(4) + " 2 3");
            case 3 -> add(records, handle, "rl", "rw" + key, random.nextInt(3) + " 2");
            case 4 -> add(records, handle, "wl", "rw" + key, random.nextInt(3) + " 2");
            case 5 -> add(records, handle, "e", key, "2");
            case 6 -> add(records, handle, "w", key, "1");
            case 7 -> add(records, handle, "incr", key, "" + (random.nextInt(3) - 1));
            case 8 -> add(records, handle, "kset", key, "value\t" + random.nextInt(3));
            case 9 -> add(records, handle, "rpush", key, "item");
            case 10 -> add(records, handle, "blpop", key, "2");
            case 11 -> add(records, handle, "bwait", key, "2 2");
            case 12 -> add(records, handle, random.nextBoolean() ? "listen" : "watch", "*", "");
            default -> add(records, handle, "signal", key, "x");
        }
    }

    private static void add(SubBatch records, long handle, String command, String key, String argument) {
        TestNode.addRequest(records, handle, command, key, argument);
    }
}
