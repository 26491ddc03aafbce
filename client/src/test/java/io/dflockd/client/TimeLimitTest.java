package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TimeLimitTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final VirtualClient client = new VirtualClient();
    private final TimeLimit limit = new TimeLimit(TEN_SECONDS, client.core);

    @Test
    void leavesWholeSecondsToTheServerIfOnlyAMomentHasPassed() {
        client.timers.pass(Duration.ofMillis(49));

        assertThat(limit.leftForServer()).isEqualTo(TEN_SECONDS);
        assertThat(limit.left()).isEqualTo(Duration.ofMillis(9_951));
    }

    @Test
    void takesOffWhatHasPassedBefore() {
        client.timers.pass(Duration.ofSeconds(4));

        assertThat(limit.leftForServer()).isEqualTo(Duration.ofSeconds(6));
        assertThat(limit.isOver()).isFalse();
    }

    @Test
    void isNeverNegative() {
        client.timers.pass(Duration.ofSeconds(11));

        assertThat(limit.isOver()).isTrue();
        assertThat(limit.left()).isZero();
        assertThat(limit.leftForServer()).isZero();
        assertThat(limit.untilConnected()).isEqualTo(Duration.ofSeconds(5)); // as long as an answer may take
    }
}
