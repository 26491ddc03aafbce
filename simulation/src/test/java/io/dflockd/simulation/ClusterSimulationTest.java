package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.dflockd.testkit.Pitfall;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
final class ClusterSimulationTest {
    private static final int STEPS = 150;

    @Test
    @Pitfall({"HA-02", "HA-03", "HA-04", "HA-05", "HA-07", "HA-11", "HA-14"})
    void aThousandClustersLiveThroughTheirFaultsAndStayOne() {
        assertThatCode(() ->
                        LongStream.rangeClosed(1, 1_000).parallel().forEach(seed -> ClusterSimulation.run(seed, STEPS)))
                .doesNotThrowAnyException();
    }
}
