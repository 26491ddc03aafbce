package io.dflockd.cluster.machine;

import static io.dflockd.cluster.machine.Sequencer.Verdict.KNOWN;
import static io.dflockd.cluster.machine.Sequencer.Verdict.MISPLACED;
import static io.dflockd.cluster.machine.Sequencer.Verdict.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SequencerTest {
    private final TestCluster cluster = new TestCluster();
    private final Sequencer sequencer = new Sequencer(cluster.machine::node);

    private byte[] open(TestNode node, long handle) {
        return node.batch(records -> records.open(handle, "10.0.0.1:5000"));
    }

    private List<String> applyNext() {
        cluster.machine.apply(sequencer.next(0, 1, 2));
        sequencer.finished();
        return cluster.told.take();
    }

    @Test
    void whatSeveralNodesSendIsOneEntry() {
        assertThat(sequencer.offer(open(cluster.a, 1))).isEqualTo(TAKEN);
        assertThat(sequencer.offer(open(cluster.b, 1))).isEqualTo(TAKEN);
        assertThat(sequencer.offer(open(cluster.a, 2))).isEqualTo(TAKEN);

        assertThat(applyNext()).containsExactly("a.1 applied 1", "b.1 applied 1", "a.1 applied 2");
        assertThat(sequencer.isEmpty()).isTrue();
    }

    @Test
    void whatComesTwiceOrTooEarlyDoesNotComeIntoTheLog() {
        byte[] first = open(cluster.a, 1);
        byte[] second = open(cluster.a, 2);

        assertThat(sequencer.offer(second)).isEqualTo(MISPLACED);
        assertThat(sequencer.offer(first)).isEqualTo(TAKEN);
        assertThat(sequencer.offer(first)).isEqualTo(KNOWN);
        assertThat(sequencer.offer(second)).isEqualTo(TAKEN);
        applyNext();
        assertThat(sequencer.offer(second)).isEqualTo(KNOWN);
    }

    @Test
    void whatFollowsALostEntryWaitsUntilThatIsSentAgain() {
        byte[] first = open(cluster.a, 1);
        byte[] second = open(cluster.a, 2);
        sequencer.offer(first);
        byte[] lost = sequencer.next(0, 1, 2);
        sequencer.offer(second);

        sequencer.finished();

        assertThat(lost).isNotEmpty();
        assertThat(sequencer.isEmpty()).isTrue();
        assertThat(sequencer.offer(first)).isEqualTo(TAKEN);
        assertThat(sequencer.offer(second)).isEqualTo(TAKEN);
    }

    @Test
    void aLifeThatIsOverHasNothingToSay() {
        byte[] late = open(cluster.a, 1);
        cluster.a.hello();

        assertThat(sequencer.offer(late)).isEqualTo(MISPLACED);
        assertThat(sequencer.offer(open(cluster.a, 1))).isEqualTo(TAKEN);
    }

    @Test
    void anEntryIsFullAtItsLimit() {
        byte[] large = new byte[300_000];
        for (int i = 0; i < 5; i++) {
            sequencer.offer(cluster.a.batch(records -> records.request(1, false, large, 0, large.length)));
        }

        assertThat(sequencer.next(0, 1, 2)).hasSizeBetween(900_000, Entry.MOST_BYTES);
        assertThat(sequencer.isEmpty()).isFalse();
    }

    @Test
    void bytesThatAreNoPartAreNotTaken() {
        assertThatThrownBy(() -> sequencer.offer(new byte[] {9})).isInstanceOf(UnreadableEntryException.class);
        assertThatThrownBy(() -> sequencer.offer(new byte[0])).isInstanceOf(UnreadableEntryException.class);
    }

    @Test
    @Pitfall("HA-07")
    void aNewLeaderCountsOnFromTheTimeOfTheMachineWhateverItsClockSays() {
        long hourBehind = -3_600_000_000_000L;

        LeaderClock clock = new LeaderClock(5_000, hourBehind);

        assertThat(clock.nanosAt(hourBehind)).isEqualTo(5_000);
        assertThat(clock.nanosAt(hourBehind + 7)).isEqualTo(5_007);
    }

    @Test
    @Pitfall("HA-25")
    void whatAMachineOfThisVersionCannotReadDoesNotComeIntoTheLog() {
        byte[] open = open(cluster.a, 1);
        byte[] unknownRecord = open.clone();
        unknownRecord[open.length - 1 - "10.0.0.1:5000".length() - Long.BYTES - 1] = 63;
        byte[] longer = Arrays.copyOf(Part.nodeGone("a", 1), Part.nodeGone("a", 1).length + 1);
        byte[] shorter = Arrays.copyOf(Part.hello("a", 1, 1), 5);

        for (byte[] part : List.of(unknownRecord, longer, shorter)) {
            assertThatThrownBy(() -> sequencer.offer(part)).isInstanceOf(UnreadableEntryException.class);
        }

        assertThat(sequencer.offer(open)).isEqualTo(TAKEN);
        assertThat(sequencer.offer(Part.nodeGone("b", 1))).isEqualTo(TAKEN);
        assertThat(sequencer.offer(Part.hello("c", 1, 1))).isEqualTo(TAKEN);
    }
}
