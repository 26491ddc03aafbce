package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation of a cluster finds every bug that is planted in the machine and around it. */
@Tag("thorough")
final class ClusterMutationTest {
    private static final int SEEDS = 300;
    private static final int STEPS = 150;

    @ParameterizedTest
    @EnumSource
    void findsThePlantedBug(PlantedClusterBug bug, TestReporter reporter) throws Exception {
        Mutant mutant = Mutant.with(bug);

        OptionalLong seed = mutant.firstFailingClusterSeed(SEEDS, STEPS);

        assertThat(seed).as("a seed that shows the bug").isPresent();
        reporter.publishEntry(bug.name(), "found by seed " + seed.getAsLong());
    }
}
