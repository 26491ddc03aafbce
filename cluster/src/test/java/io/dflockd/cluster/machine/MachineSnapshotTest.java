package io.dflockd.cluster.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MachineSnapshotTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @Pitfall({"HA-14", "HA-02"})
    void aMachineThatIsRestoredAtAnyIndexIsEqualAndGoesOnEqually(long seed) throws IOException {
        List<byte[]> log = History.draw(seed, 200);
        Told told = new Told();
        ReplicatedMachine original = TestCluster.newMachine(told);
        Told heard = new Told();
        ReplicatedMachine restored = TestCluster.newMachine(heard);

        for (byte[] entry : log) {
            original.apply(entry);
            restored.apply(entry);
            byte[] snapshot = TestCluster.snapshotOf(original);
            restored = TestCluster.restored(snapshot, heard);

            assertThat(TestCluster.snapshotOf(restored)).isEqualTo(snapshot);
            assertThat(heard.take()).isEqualTo(told.take());
            assertThat(restored.nextNanos()).isEqualTo(original.nextNanos());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    @Pitfall("HA-02")
    void machinesWithTheSameEntriesAreEqual(long seed) {
        List<byte[]> log = History.draw(seed, 400);
        Told told = new Told();
        Told heard = new Told();
        ReplicatedMachine one = TestCluster.newMachine(told);
        ReplicatedMachine other = TestCluster.newMachine(heard);

        log.forEach(one::apply);
        log.forEach(other::apply);

        assertThat(TestCluster.snapshotOf(one)).isEqualTo(TestCluster.snapshotOf(other));
        assertThat(MachineSnapshot.fingerprintOf(one)).isEqualTo(MachineSnapshot.fingerprintOf(other));
        assertThat(heard.take()).isEqualTo(told.take()).hasSizeGreaterThan(300);
    }

    @Test
    @Pitfall("HA-04")
    void whatWasAppliedBeforeASnapshotIsNotAppliedAgainAfterIt() throws IOException {
        TestCluster cluster = new TestCluster();
        cluster.a.open(1);
        byte[] batch = cluster.a.request(1, "incr", "hits", "1");
        cluster.apply(batch);
        Told told = new Told();

        ReplicatedMachine restored = TestCluster.restored(TestCluster.snapshotOf(cluster.machine), told);
        restored.apply(new Entry(0, 0, 0, List.of(batch)).toBytes());

        assertThat(told.take()).isEmpty();
    }

    @Test
    @Pitfall("HA-16")
    void aSnapshotWithAnyByteFlippedOrMissingIsRefused() {
        ReplicatedMachine machine = TestCluster.newMachine(new Told());
        History.draw(21, 30).forEach(machine::apply);
        byte[] snapshot = TestCluster.snapshotOf(machine);

        for (int at = 0; at < snapshot.length; at++) {
            byte[] damaged = snapshot.clone();
            damaged[at] ^= 0x55;
            assertThatThrownBy(() -> TestCluster.restored(damaged, new Told()))
                    .as("byte %d flipped", at)
                    .isInstanceOf(IOException.class);
        }
        for (int length = 0; length < snapshot.length; length += 7) {
            byte[] cut = Arrays.copyOf(snapshot, length);
            assertThatThrownBy(() -> TestCluster.restored(cut, new Told())).isInstanceOf(IOException.class);
        }
    }

    @Test
    @Pitfall("HA-25")
    void aSnapshotOfAnotherVersionIsRefused() {
        byte[] snapshot = TestCluster.snapshotOf(TestCluster.newMachine(new Told()));
        snapshot[8] = 9;

        assertThatThrownBy(() -> TestCluster.restored(snapshot, new Told())).isInstanceOf(IOException.class);
    }
}
