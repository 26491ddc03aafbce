package io.dflockd.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class BatonTest {
    private final Baton baton = new Baton();

    @Test
    void tellsWhenTheOneBeforePutItDown() throws BenchFailed {
        baton.pickUp(1);
        baton.putDown(500);

        assertThat(baton.pickUp(2)).isEqualTo(500);
    }

    @Test
    void isNeverInTwoHands() throws BenchFailed {
        baton.pickUp(1);

        assertThatThrownBy(() -> baton.pickUp(2))
                .isInstanceOf(BenchFailed.class)
                .hasMessage(
                        "MUTUAL EXCLUSION IS BROKEN:" + " connection 2 was granted the lock that connection 1 holds");
    }
}
