package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingTest {
    private static final long START = Long.MAX_VALUE - 5; // all deadlines here lie beyond the largest number

    private final List<LossReason> losses = new ArrayList<>();
    private final Holding holding = new Holding("secret", 7, START + 100, losses::add);

    @Test
    @Pitfall("LC-07")
    void isHeldUntilTheDeadlineAndNotAtIt() {
        Holding.Held held = holding.heldAt(START + 99);

        assertThat(held).isEqualTo(new Holding.Held("secret", 7, START + 100));
        assertThat(holding.heldAt(START + 100)).isNull();
        assertThat(losses).containsExactly(LossReason.LEASE_EXPIRED);
    }

    @Test
    @Pitfall("CL-11")
    void whoeverHasSeenItOverNeverSeesItHeldAgain() {
        assertThat(holding.heldAt(START + 100)).isNull();

        assertThat(holding.heldAt(START)).as("a look with an older clock").isNull();
        assertThat(holding.extend(START, START + 1000)).isFalse();
        assertThat(holding.giveBack(START)).isNull();
        assertThat(losses).containsExactly(LossReason.LEASE_EXPIRED);
    }

    @Test
    void anExtensionReplacesTheDeadlineEvenByAnEarlierOne() {
        assertThat(holding.extend(START + 50, START + 200)).isTrue();
        assertThat(holding.heldAt(START + 199)).isNotNull();

        assertThat(holding.extend(START + 199, START + 199 + 1)).isTrue();
        assertThat(holding.heldAt(START + 199)).isNotNull();
        assertThat(holding.heldAt(START + 200)).isNull();
    }

    @Test
    void anExtensionThatComesAtTheDeadlineIsTooLate() {
        assertThat(holding.extend(START + 100, START + 1000)).isFalse();

        assertThat(losses).containsExactly(LossReason.LEASE_EXPIRED);
    }

    @Test
    void onlyOneCallerGetsWhatIsToBeGivenBackAndThatIsNoLoss() {
        assertThat(holding.giveBack(START)).isEqualTo(new Holding.Held("secret", 7, START + 100));

        assertThat(holding.giveBack(START)).isNull();
        holding.lose(LossReason.CONNECTION_LOST);
        assertThat(holding.at(START + 1000)).isEqualTo(new Holding.Returned());
        assertThat(losses).isEmpty();
    }

    @Test
    void theFirstReasonOfALossStandsAndIsToldOnce() {
        holding.lose(LossReason.REFUSED);
        holding.lose(LossReason.CONNECTION_LOST);

        assertThat(holding.at(START + 1000)).isEqualTo(new Holding.Lost(LossReason.REFUSED));
        assertThat(losses).containsExactly(LossReason.REFUSED);
    }

    @Test
    @Pitfall("CL-19")
    void theLossCanBeSeenBeforeAnybodyIsTold() {
        List<Holding.State> seen = new ArrayList<>();
        Holding[] itself = new Holding[1];
        itself[0] = new Holding("secret", 7, START + 100, reason -> seen.add(itself[0].at(START)));

        itself[0].lose(LossReason.REFUSED);

        assertThat(seen).containsExactly(new Holding.Lost(LossReason.REFUSED));
    }
}
