package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation earns its keep: it finds every bug that is planted in the engine. */
@Tag("thorough")
final class MutationTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 300;

    @Test
    void findsNothingWhereNothingIsPlanted() throws Exception {
        assertThat(Mutant.withoutBug().firstFailingSeed(20, STEPS)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void findsThePlantedBug(PlantedBug bug, TestReporter reporter) throws Exception {
        Mutant mutant = Mutant.with(bug);

        OptionalLong seed = mutant.firstFailingSeed(SEEDS, STEPS);

        assertThat(seed).as("a seed that shows the bug").isPresent();
        reporter.publishEntry(bug.name(), "found by seed " + seed.getAsLong());
    }
}
