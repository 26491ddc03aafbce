package io.dflockd.cli;

import io.dflockd.testkit.PitfallCoverage;
import org.junit.jupiter.api.Test;

final class PitfallCoverageTest {
    @Test
    void everyPitfallOfWhatIsBuiltHasATestOrAReason() {
        PitfallCoverage.ofProject()
                .requireGroups(
                        "LM", "RW", "TP", "SE", "LC", "FE", "DC", "CK", "BA", "EL", "SW", "PP", "SL", "TA", "JV");
    }
}
