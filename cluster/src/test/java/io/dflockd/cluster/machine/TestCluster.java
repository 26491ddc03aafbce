package io.dflockd.cluster.machine;

import io.dflockd.engine.ShardGuard;
import io.dflockd.protocol.KeyHash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A machine and the log it has applied, of a cluster of the nodes a and b whose time moves because the test says so. */
final class TestCluster {
    static final Genesis GENESIS = new Genesis("test", ClusterSettings.DEFAULT, 1_000, List.of("a", "b"));

    final Told told = new Told();
    final List<byte[]> log = new ArrayList<>();
    final ReplicatedMachine machine = newMachine(told);
    final TestNode a = new TestNode("a", this);
    final TestNode b = new TestNode("b", this);
    private long nowNanos;

    /** A cluster that has come to be, with nodes that have said hello. */
    TestCluster() {
        this(GENESIS);
    }

    TestCluster(Genesis genesis) {
        apply(Part.genesis(genesis));
        a.hello();
        b.hello();
        told.take();
    }

    static ReplicatedMachine newMachine(MachineListener listener) {
        return new ReplicatedMachine(listener, ShardGuard.NONE, new KeyHash(1, 2));
    }

    /** Appends an entry with these parts, and applies it. */
    List<String> apply(byte[]... parts) {
        return applyAt(nowNanos, parts);
    }

    /** The same, with the time of a leader whose time is another. */
    List<String> applyAt(long nanos, byte[]... parts) {
        byte[] entry = new Entry(nanos, log.size(), 7, List.of(parts)).toBytes();
        log.add(entry);
        machine.apply(entry);
        return told.take();
    }

    void elapse(Duration time) {
        nowNanos += time.toNanos();
    }

    List<String> passSeconds(long seconds) {
        elapse(Duration.ofSeconds(seconds));
        return apply();
    }

    /** Another machine that has applied the same log. */
    ReplicatedMachine replay() {
        ReplicatedMachine other = newMachine(new Told());
        log.forEach(other::apply);
        return other;
    }

    static byte[] snapshotOf(ReplicatedMachine machine) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            MachineSnapshot.write(machine, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    static ReplicatedMachine restored(byte[] snapshot, MachineListener listener) throws IOException {
        return MachineSnapshot.read(new ByteArrayInputStream(snapshot), listener, ShardGuard.NONE, new KeyHash(3, 4));
    }
}
