package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingTest {

    private final List<LossReason> losses = new ArrayList<>();
    private final Holding holding = new Holding("secret", 7, in(100), losses::add);

    @Test
    @Pitfall("LC-07")
    void isHeldUntilTheDeadlineAndNotAtIt() {
        Holding.Held held = holding.heldAt(in(99));

        assertThat(held).isEqualTo(new Holding.Held("secret", 7, in(100)));
        assertThat(holding.heldAt(in(100))).isNull();
        assertThat(losses).containsExactly(LossReason.LEASE_EXPIRED);
    }

    @Test
    @Pitfall("CL-11")
    void whoeverHasSeenItOverNeverSeesItHeldAgain() {
        assertThat(holding.heldAt(in(100))).isNull();

        assertThat(holding.heldAt(in(0))).as("a look with an older clock").isNull();
        assertThat(holding.extend(in(0), in(1000))).isFalse();
        assertThat(holding.giveBack(in(0))).isNull();
        assertThat(losses).containsExactly(LossReason.LEASE_EXPIRED);
    }

    @Test
    void anExtensionReplacesTheDeadlineEvenByAnEarlierOne() {
        assertThat(holding.extend(in(50), in(200))).isTrue();
        assertThat(holding.heldAt(in(199))).isNotNull();

        assertThat(holding.extend(in(199), in(200))).isTrue();
        assertThat(holding.heldAt(in(199))).isNotNull();
        assertThat(holding.heldAt(in(200))).isNull();
    }

    @Test
    void anExtensionThatComesAtTheDeadlineIsTooLate() {
        assertThat(holding.extend(in(100), in(1000))).isFalse();

        assertThat(losses).containsExactly(LossReason.LEASE_EXPIRED);
    }

    @Test
    void onlyOneCallerGetsWhatIsToBeGivenBackAndThatIsNoLoss() {
        assertThat(holding.giveBack(in(0))).isEqualTo(new Holding.Held("secret", 7, in(100)));

        assertThat(holding.giveBack(in(0))).isNull();
        holding.lose(LossReason.CONNECTION_LOST);
        assertThat(holding.at(in(1000))).isEqualTo(new Holding.Returned());
        assertThat(losses).isEmpty();
    }

    @Test
    void theFirstReasonOfALossStandsAndIsToldOnce() {
        holding.lose(LossReason.REFUSED);
        holding.lose(LossReason.CONNECTION_LOST);

        assertThat(holding.at(in(1000))).isEqualTo(new Holding.Lost(LossReason.REFUSED));
        assertThat(losses).containsExactly(LossReason.REFUSED);
    }

    @Test
    @Pitfall("CL-19")
    void theLossCanBeSeenBeforeAnybodyIsTold() {
        List<Holding.State> seen = new ArrayList<>();
        Holding[] itself = new Holding[1];
        itself[0] = new Holding("secret", 7, in(100), reason -> seen.add(itself[0].at(in(0))));

        itself[0].lose(LossReason.REFUSED);

        assertThat(seen).containsExactly(new Holding.Lost(LossReason.REFUSED));
    }

    /** An instant; the first few are the last before the count passes the largest number. */
    private static long in(long nanos) {
        return Long.MAX_VALUE - 5 + nanos;
    }
}
