package io.dflockd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GoalsTest {
    private final Goals goals = new Goals();

    @Test
    void thatAreMetEndInStatusZero() {
        goals.atLeast(0.8, "one thread beside loadgen", 0.8);
        goals.below(10, "per cent of a core", 9.99);
        goals.none("locks lost", 0);

        assertThat(goals.verdict()).isEqualTo("all goals are met");
        assertThat(goals.tell()).isZero();
    }

    @Test
    void thatAreMissedAreNamedAndEndInStatusOne() {
        goals.atLeast(0.8, "one thread beside loadgen", 0.79);
        goals.atLeast(3, "64 threads beside Redisson", 6);
        goals.below(10, "per cent of a core", 10);
        goals.none("locks lost", 2);

        assertThat(goals.verdict())
                .isEqualTo("goals missed: one thread beside loadgen: 0.79, not at least 0.80; "
                        + "per cent of a core: 10.00, not below 10.00; locks lost: 2, not none");
        assertThat(goals.tell()).isOne();
    }

    @Test
    void areMissedByWhatCouldNotBeMeasured() {
        goals.atLeast(0.8, "one thread beside loadgen", Double.NaN);
        goals.below(10, "per cent of a core", Double.NaN);

        assertThat(goals.tell()).isOne();
    }
}
