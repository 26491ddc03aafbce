package io.dflockd.cluster.machine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** A node of a {@link TestCluster} that puts each of its sub-batches into an entry of its own. */
final class TestNode {
    final String name;
    private final TestCluster cluster;
    private long nonces;
    long epoch;
    long sequence;

    TestNode(String name, TestCluster cluster) {
        this.name = name;
        this.cluster = cluster;
    }

    List<String> hello() {
        List<String> said = cluster.apply(Part.hello(name, ++nonces, epoch));
        epoch++;
        sequence = 0;
        return said;
    }

    /** The next sub-batch, which nobody has applied yet. */
    byte[] batch(Consumer<SubBatch> records) {
        SubBatch batch = new SubBatch(name);
        records.accept(batch);
        return batch.seal(epoch, ++sequence);
    }

    List<String> open(long handle) {
        return cluster.apply(batch(records -> records.open(handle, "10.0.0.1:5000")));
    }

    List<String> about(RecordType type, long handle) {
        return cluster.apply(batch(records -> records.about(type, handle)));
    }

    List<String> dismiss() {
        return cluster.apply(batch(SubBatch::dismiss));
    }

    byte[] request(long handle, String first, String key, String argument) {
        return batch(records -> addRequest(records, handle, first, key, argument));
    }

    static void addRequest(SubBatch records, long handle, String first, String key, String argument) {
        byte[] frame = (first + "\n" + key + "\n" + argument + "\n").getBytes(StandardCharsets.UTF_8);
        boolean tagged = Character.isDigit(first.charAt(0));
        records.request(handle, tagged, frame, 0, frame.length);
    }

    /** Sends a request, and gives the lines that anybody is told, without the news of the sub-batch. */
    List<String> ask(long handle, String first, String key, String argument) {
        return cluster.apply(request(handle, first, key, argument)).stream()
                .filter(line -> !line.contains(" applied "))
                .toList();
    }

    /** The token in {@code a.1.7 < ok <token> <lease>}, the first of the lines. */
    static String token(List<String> said) {
        return said.get(0).split(" ", -1)[3];
    }
}
