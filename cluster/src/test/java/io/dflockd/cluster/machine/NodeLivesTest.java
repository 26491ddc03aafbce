package io.dflockd.cluster.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How nodes come and go, and what becomes of their sessions. */
final class NodeLivesTest {
    private final TestCluster cluster = new TestCluster();
    private final TestNode a = cluster.a;
    private final TestNode b = cluster.b;

    private static long idOf(ReplicatedMachine machine, String node, long handle) {
        return Objects.requireNonNull(machine.session(node, handle)).id();
    }

    @Test
    void aNodeThatComesBackHasItsNextEpochAndItsOldSessionsEnd() {
        a.open(1);
        b.open(1);
        a.ask(1, "l", "k", "0");
        b.ask(1, "l", "k", "10");

        List<String> said = a.hello();

        assertThat(said.get(0)).startsWith("b.1.1 < ok ");
        assertThat(said.subList(1, said.size())).containsExactly("a.1.1 ended", "a.1 gone", "a.2 began 2");
    }

    @Test
    @Pitfall("HA-11")
    void theSameHandleOfALaterLifeIsAnotherSession() {
        a.open(1);
        long before = idOf(cluster.machine, "a", 1);
        byte[] late = a.request(1, "incr", "hits", "1");
        a.hello();
        a.open(1);
        long now = idOf(cluster.machine, "a", 1);

        assertThat(now).isNotEqualTo(before);
        assertThat(cluster.apply(late)).as("of the life before").isEmpty();
        b.open(1);
        assertThat(idOf(cluster.machine, "b", 1)).isNotIn(before, now);
    }

    @Test
    @Pitfall("HA-11")
    void numbersOfSessionsAreNotUsedAgainAfterASnapshot() throws Exception {
        a.open(1);
        a.about(RecordType.CLOSE, 1);
        long used = cluster.machine.table.lastSession;

        ReplicatedMachine restored = TestCluster.restored(TestCluster.snapshotOf(cluster.machine), new Told());
        restored.apply(new Entry(0, 0, 0, List.of(a.batch(records -> records.open(2, "10.0.0.1:5000")))).toBytes());

        assertThat(idOf(restored, "a", 2)).isGreaterThan(used);
    }

    @Test
    void aNodeThatIsDeclaredGoneLosesItsSessionsAndThatLifeForEver() {
        a.open(1);
        a.open(2);
        byte[] underWay = a.request(1, "incr", "hits", "1");

        List<String> said = cluster.apply(Part.nodeGone("a", 1));

        assertThat(said).containsExactly("a.1.1 ended", "a.1.2 ended", "a.1 gone");
        assertThat(cluster.apply(underWay)).isEmpty();
        assertThat(cluster.apply(Part.nodeGone("a", 1))).as("once more").isEmpty();
        assertThat(cluster.machine.node("a").isPresent()).isFalse();
    }

    @Test
    void newsOfTheEndOfAnEarlierLifeDoNothingToTheLaterOne() {
        a.hello();
        a.open(1);

        assertThat(cluster.apply(Part.nodeGone("a", 1))).isEmpty();

        assertThat(a.ask(1, "incr", "hits", "1")).containsExactly("a.2.1 < ok 1");
    }

    @Test
    void aHelloThatComesLateIsRefusedAndEndsNoLife() {
        byte[] hello = Part.hello("a", 77, 1);
        assertThat(cluster.apply(hello)).containsExactly("a.1 gone", "a.2 began 77");

        assertThat(cluster.apply(hello)).containsExactly("a refused 77");

        assertThat(cluster.machine.node("a").epoch()).isEqualTo(2);
    }

    @Test
    void sessionsOfADeadNodeDoNotWinWhatTheOthersOfItLeave() {
        a.open(1);
        a.open(2);
        b.open(1);
        b.open(2);
        a.ask(1, "l", "k", "0");
        a.ask(2, "l", "k", "10");
        b.ask(1, "l", "k", "10");
        b.ask(2, "watch", "k", "");

        List<String> said = cluster.apply(Part.nodeGone("a", 1));

        assertThat(said.stream().filter(line -> line.contains("watch"))).hasSize(2); // one goes, one comes
        assertThat(said.stream().filter(line -> line.startsWith("b.1.1 < ok "))).hasSize(1);
    }

    @Test
    void aNodeThatDrainsSendsItsOwnWaitersAwayAndNobodyElses() {
        a.open(1);
        a.open(2);
        b.open(1);
        a.ask(1, "l", "k", "0");
        a.ask(2, "l", "k", "10");
        b.ask(1, "l", "k", "10");

        assertThat(a.dismiss()).containsExactly("a.1.2 < error_draining", "a.1 applied 5");

        a.open(3);
        assertThat(a.ask(3, "l", "other", "0")).containsExactly("a.1.3 < error_draining");
        b.open(2);
        assertThat(b.ask(2, "l", "other", "0").get(0)).startsWith("b.1.2 < ok ");
    }

    @Test
    void aNodeThatComesBackDrainsNoMore() {
        a.dismiss();
        a.hello();
        a.open(1);

        assertThat(a.ask(1, "l", "k", "0").get(0)).startsWith("a.2.1 < ok ");
    }
}
