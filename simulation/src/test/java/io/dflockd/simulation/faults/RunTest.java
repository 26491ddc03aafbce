package io.dflockd.simulation.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.simulation.faults.Mishap.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@code cluster/faults}. */
final class RunTest {
    private static final int CLIENTS = 12;

    @TempDir
    Path directory;

    @Test
    void threeProcessesKeepTheirPromisesWhileTheyAreKilledAndStopped() throws Exception {
        List<Mishap> mishaps = List.of(
                Mishap.of(Kind.LEADER_KILLED, 1_000),
                Mishap.of(Kind.FOLLOWER_KILLED, 500),
                Mishap.of(Kind.LEADER_STOPPED, 2_000));

        Report report = new Run(directory, CLIENTS, 1, System.out).run(mishaps.iterator());

        assertThat(report.violations()).isEmpty();
        assertThat(Grants.of(report.history()).count()).isPositive();
        assertThat(Silence.ofLeaderKills(report.history())).hasSize(1);
    }
}
