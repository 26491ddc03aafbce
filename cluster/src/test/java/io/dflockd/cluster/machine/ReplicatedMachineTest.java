package io.dflockd.cluster.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplicatedMachineTest {
    private final TestCluster cluster = new TestCluster();
    private final TestNode a = cluster.a;
    private final TestNode b = cluster.b;

    @Test
    void aNodeHearsItsAnswersAndThenThatItsSubBatchWasApplied() {
        byte[] batch = a.batch(records -> {
            records.open(7, "10.0.0.1:5000");
            TestNode.addRequest(records, 7, "incr", "hits", "1");
            TestNode.addRequest(records, 7, "incr", "hits", "1");
        });

        List<String> said = cluster.apply(batch);

        assertThat(said).containsExactly("a.1.7 < ok 1", "a.1.7 < ok 2", "a.1 applied 1");
    }

    @Test
    void whoWaitsIsSaidToBeParkedAndIsWokenByTheOtherNode() {
        a.open(1);
        b.open(1);
        String token = TestNode.token(a.ask(1, "l", "k", "0"));

        assertThat(b.ask(1, "l", "k", "10")).containsExactly("b.1.1 parked");

        List<String> said = a.ask(1, "r", "k", token);
        assertThat(said.get(0)).isEqualTo("a.1.1 < ok");
        assertThat(said.get(1)).startsWith("b.1.1 < ok ");
    }

    @Test
    void aSecondRequestWithTheTagOfAParkedOneIsAnsweredAndNotSaidToBeParked() {
        a.open(1);
        a.open(2);
        a.ask(1, "l", "k", "0");
        a.ask(2, "tag", "_", "on");

        assertThat(a.ask(2, "5 l", "k", "10")).containsExactly("a.1.2 parked 5");
        assertThat(a.ask(2, "5 ping", "_", "_")).containsExactly("a.1.2 < 5 error");
    }

    @Test
    @Pitfall("HA-04")
    void aSubBatchThatComesTwiceIsAppliedOnce() {
        a.open(1);
        byte[] batch = a.request(1, "incr", "hits", "1");
        assertThat(cluster.apply(batch)).containsExactly("a.1.1 < ok 1", "a.1 applied 2");

        assertThat(cluster.apply(batch)).isEmpty();
        assertThat(cluster.apply(batch, batch)).isEmpty();

        assertThat(a.ask(1, "get", "hits", "")).containsExactly("a.1.1 < ok 1");
    }

    @Test
    @Pitfall("HA-04")
    void aRetriedAcquireHasOneGrant() {
        a.open(1);
        byte[] acquire = a.request(1, "sl", "k", "0 5");
        cluster.apply(acquire);

        cluster.apply(acquire);

        assertThat(cluster.machine.census().holders()).isEqualTo(1);
    }

    @Test
    void aSubBatchThatComesBeforeAnEarlierOneIsDroppedUntilItComesAgain() {
        a.open(1);
        byte[] first = a.request(1, "rpush", "list", "first");
        byte[] second = a.request(1, "rpush", "list", "second");

        assertThat(cluster.apply(second)).isEmpty();
        assertThat(cluster.apply(first)).containsExactly("a.1.1 < ok 1", "a.1 applied 2");
        assertThat(cluster.apply(second)).containsExactly("a.1.1 < ok 2", "a.1 applied 3");
    }

    @Test
    @Pitfall("HA-03")
    void theEndOfAConnectionReleasesOnAllReplicas() {
        a.open(1);
        b.open(1);
        a.ask(1, "l", "k", "0");
        b.ask(1, "l", "k", "10");

        List<String> said = a.about(RecordType.CLOSE, 1);

        assertThat(said.get(0)).startsWith("b.1.1 < ok ");
        assertThat(said.subList(1, 3)).containsExactly("a.1.1 ended", "a.1 applied 3");
        assertThat(TestCluster.snapshotOf(cluster.replay())).isEqualTo(TestCluster.snapshotOf(cluster.machine));
    }

    @Test
    void whatAConnectionSaysAfterItsEndIsNobodys() {
        a.open(1);
        a.about(RecordType.CLOSE, 1);

        assertThat(a.ask(1, "incr", "hits", "1")).isEmpty();
        assertThat(a.about(RecordType.WITHDRAW, 1)).containsExactly("a.1 applied 4");
    }

    @Test
    void aClientThatHasClosedItsSideWaitsForNothing() {
        a.open(1);
        a.open(2);
        a.ask(1, "l", "k", "0");
        a.ask(2, "l", "k", "10");

        List<String> said = a.about(RecordType.WITHDRAW, 2);

        assertThat(said).containsExactly("a.1.2 < timeout", "a.1 applied 5");
    }

    @Test
    void aGroupPassesOverAMemberThatDoesNotRead() {
        a.open(1);
        b.open(1);
        a.ask(1, "listen", "jobs", "workers");
        b.ask(1, "listen", "jobs", "workers");
        a.about(RecordType.MUTE, 1);

        assertThat(b.ask(1, "signal", "jobs", "x")).containsExactly("b.1.1 < ok 1", "b.1.1 < sig jobs x");
        assertThat(b.ask(1, "signal", "jobs", "y")).containsExactly("b.1.1 < ok 1", "b.1.1 < sig jobs y");

        a.about(RecordType.UNMUTE, 1);
        b.about(RecordType.MUTE, 1);
        assertThat(b.ask(1, "signal", "jobs", "z")).containsExactly("a.1.1 < sig jobs z", "b.1.1 < ok 1");
    }

    @Test
    void otherSettingsHoldFromTheirEntryOnAndOnlyOnce() {
        a.open(1);
        a.open(2);
        ClusterSettings one = ClusterSettings.DEFAULT.withEngine(
                cluster.machine.settings().engine().withMaxLocks(1));
        byte[] settings = Part.settings(0, one);

        assertThat(cluster.apply(settings)).containsExactly("settled");
        a.ask(1, "l", "first", "0");
        assertThat(a.ask(2, "l", "second", "0")).containsExactly("a.1.2 < error_max_locks");

        assertThat(cluster.apply(Part.settings(1, ClusterSettings.DEFAULT))).containsExactly("settled");
        assertThat(cluster.apply(settings)).as("it comes once more, late").isEmpty();
        assertThat(cluster.machine.settings()).isEqualTo(ClusterSettings.DEFAULT);
    }

    @Test
    void aClusterIsFoundedOnce() {
        Genesis other = new Genesis("another", ClusterSettings.DEFAULT, 1, List.of("z"));

        assertThat(cluster.apply(Part.genesis(other))).isEmpty();

        assertThat(cluster.machine.clusterId()).isEqualTo("test");
        assertThat(cluster.machine.nodes()).extracting(NodeStatus::name).containsExactly("a", "b");
    }

    @Test
    void nothingIsTakenBeforeTheClusterIsFounded() {
        Told told = new Told();
        ReplicatedMachine machine = TestCluster.newMachine(told);

        machine.apply(new Entry(0, 0, 0, List.of(Part.hello("a", 1, 0))).toBytes());

        assertThat(told.take()).containsExactly("a refused 1");
        assertThat(machine.isFounded()).isFalse();
    }

    @Test
    @Pitfall("HA-25")
    void whatIsOfAnotherVersionOrUnknownStopsTheMachineWithASentence() {
        byte[] entry = new Entry(0, 0, 0, List.of()).toBytes();
        entry[0] = 9;
        assertThatThrownBy(() -> cluster.machine.apply(entry))
                .isInstanceOf(UnreadableEntryException.class)
                .hasMessage("the log has an entry of version 9, which this version does not know: "
                        + "run the version of dflockd that the other nodes run");

        assertThatThrownBy(() -> a.about(RecordType.DETACH, 1))
                .isInstanceOf(UnreadableEntryException.class)
                .hasMessageContaining("a record of type 5");
    }

    @Test
    void aRecordOfTheLeaderHasNoPlaceInASubBatch() {
        assertThatThrownBy(() -> a.about(RecordType.GENESIS, 1))
                .isInstanceOf(UnreadableEntryException.class)
                .hasMessageContaining("GENESIS where it cannot be");
    }
}
