package io.dflockd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Not the times, but what is counted: who enters what crosses all shards. */
final class AudienceCostTest {
    private static final int REQUESTS = 2_000;

    @ParameterizedTest
    @CsvSource({"'', 0", "other.name, 0", "other.*, 0", "load.0.0000, 0", ">, 1", "load.*.*, 1"})
    void onlyANameThatBeginsLikeAPatternEntersTheSubscriptions(String heard, double expected) {
        assertThat(AudienceCost.measure("kset", heard, REQUESTS).entries()).isEqualTo(expected);
        assertThat(AudienceCost.measure("signal", heard, REQUESTS).entries()).isEqualTo(expected);
    }
}
