package io.dflockd.cluster.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final Progress progress = new Progress();

    /** Looks so many times at the same figures, and says whether the last look found the node stuck. */
    private boolean stuckAfter(int looks, boolean leaderKnown, long applied, long committed) {
        return IntStream.range(0, looks)
                .mapToObj(look -> progress.isStuck(leaderKnown, applied, committed))
                .reduce(false, (before, last) -> last);
    }

    @Test
    void anApplyThatStandsStillBehindTheCommitIsStuckAfterTenLooks() {
        assertThat(stuckAfter(10, true, 5, 9)).isFalse();
        assertThat(stuckAfter(1, true, 5, 9)).isTrue();
    }

    @Test
    void anApplyThatMovesIsNot() {
        assertThat(stuckAfter(10, true, 5, 9)).isFalse();
        assertThat(stuckAfter(1, true, 6, 9)).isFalse();
        assertThat(stuckAfter(9, true, 6, 9)).isFalse();
    }

    @Test
    void whoIsNotBehindOrKnowsNoLeaderIsNot() {
        assertThat(stuckAfter(50, true, 9, 9)).isFalse();
        assertThat(stuckAfter(50, false, 5, 9)).isFalse();
    }
}
