package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A short version of {@link BeliefCheck}; {@code client/belief} is the long one. */
@Tag("thorough")
class BeliefTest {
    private static final int LEAST_BELIEFS = 10;

    @Test
    void noTwoClientsBelieveAtOnceThatTheyHoldALockThatEndsWithItsLease() {
        requireSafe(run(false));
    }

    @Test
    void noStaleWriteIsTakenFromAClientThatDoesNotKnowYetThatItsConnectionBroke() {
        requireSafe(run(true));
    }

    private static BeliefCheck.Result run(boolean autoRelease) {
        return BeliefCheck.run(
                new BeliefCheck.Settings(autoRelease, Duration.ofSeconds(4), 2, 4, System.nanoTime() % 1_000_000),
                LEAST_BELIEFS);
    }

    private static void requireSafe(BeliefCheck.Result result) {
        assertThat(result.violations()).as(result.summary()).isEmpty();
        assertThat(result.beliefs()).as(result.summary()).hasSizeGreaterThanOrEqualTo(LEAST_BELIEFS);
        assertThat(result.losses()).as(result.summary()).isPositive();
        assertThat(result.freezes()).as(result.summary()).isPositive();
        assertThat(result.writesTaken()).as(result.summary()).isPositive();
    }
}
