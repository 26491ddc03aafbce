package io.dflockd.cluster.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClusterTimeTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final TestCluster cluster = new TestCluster();
    private final TestNode a = cluster.a;
    private final TestNode b = cluster.b;

    @Test
    void aLeaseEndsWithTheEntryThatIsDue() {
        a.open(1);
        b.open(1);
        a.ask(1, "l", "k", "0 5");
        b.ask(1, "l", "k", "60");

        assertThat(cluster.passSeconds(4)).isEmpty();
        assertThat(cluster.passSeconds(1)).singleElement().asString().startsWith("b.1.1 < ok ");
    }

    @Test
    @Pitfall("HA-07")
    void timeNeverFallsWhateverALeaderSays() {
        a.open(1);
        b.open(1);
        cluster.passSeconds(3600);
        a.ask(1, "l", "k", "0 5");
        b.ask(1, "l", "k", "60");

        cluster.applyAt(0);
        assertThat(cluster.machine.nowNanos()).isEqualTo(3600 * SECOND);

        assertThat(cluster.applyAt(3604 * SECOND)).isEmpty();
        assertThat(cluster.applyAt(3605 * SECOND)).singleElement().asString().startsWith("b.1.1 < ok ");
    }

    @Test
    @Pitfall("HA-05")
    void aLeaseThatWasRenewedDoesNotEndWhenItFirstWasToEnd() {
        a.open(1);
        b.open(1);
        String token = TestNode.token(a.ask(1, "l", "k", "0 5"));
        b.ask(1, "l", "k", "60");
        cluster.elapse(Duration.ofSeconds(4));
        assertThat(a.ask(1, "n", "k", token + " 5")).containsExactly("a.1.1 < ok 5");

        assertThat(cluster.passSeconds(1))
                .as("an entry of a leader that knew only the first lease")
                .isEmpty();

        assertThat(cluster.passSeconds(4)).hasSize(1);
    }

    @Test
    void anIdleClusterNeedsNoEntry() {
        a.open(1);
        a.ask(1, "kset", "k", "value\t0");

        assertThat(cluster.machine.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsDueIsKnown() {
        a.open(1);
        a.ask(1, "l", "k", "0 5");

        assertThat(cluster.machine.nextNanos()).isEqualTo(5 * SECOND);
    }

    @Test
    void aLeaseThatNobodyWaitsForIsSweptAndItsKeyCollected() {
        a.open(1);
        a.ask(1, "l", "k", "0 5");
        cluster.passSeconds(5);
        assertThat(cluster.machine.census().lapsed()).isZero(); // the sweep was due as well

        long collected = cluster.machine.nextNanos();
        assertThat(collected).isGreaterThan(65 * SECOND);
        cluster.applyAt(collected);

        assertThat(cluster.machine.census().resources()).isZero();
        assertThat(cluster.machine.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theNextSweepIsStateOfTheCluster() throws Exception {
        a.open(1);
        cluster.applyAt(SECOND); // the sweep
        a.ask(1, "l", "k", "0 1");
        cluster.applyAt(2 * SECOND); // the next
        a.ask(1, "l", "other", "0 1");
        long next = cluster.machine.schedule.nextSweepNanos;

        ReplicatedMachine restored = TestCluster.restored(TestCluster.snapshotOf(cluster.machine), new Told());

        assertThat(restored.schedule.nextSweepNanos).isEqualTo(next);
        byte[] entry = new Entry(next - 1, 0, 0, List.of()).toBytes();
        restored.apply(entry);
        cluster.machine.apply(entry);
        assertThat(TestCluster.snapshotOf(restored)).isEqualTo(TestCluster.snapshotOf(cluster.machine));
    }
}
