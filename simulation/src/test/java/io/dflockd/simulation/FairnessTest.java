package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class FairnessTest {
    private final Fairness fairness = new Fairness();

    @Test
    void acceptsGrantsThatAreHeardOfLate() {
        fairness.granted("k", 1, 10);
        fairness.granted("k", 3, 12);
        fairness.granted("k", 2, 11);
        fairness.granted("other", 4, 5);
    }

    @Test
    void refusesAGrantThatOvertook() {
        fairness.granted("k", 2, 10);

        assertThatThrownBy(() -> fairness.granted("k", 1, 11)).isInstanceOf(Disagreement.class);
    }
}
