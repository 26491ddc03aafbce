package io.dflockd.cluster.log;

import static io.dflockd.cluster.log.RecordingMachine.bytes;
import static io.dflockd.cluster.log.TestNodes.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.testkit.Pitfall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that cannot do its part says so, once, and ends; it does not live on as if it could. */
class SelfObservationTest {
    @TempDir
    Path root;

    @Test
    void anApplyThatStandsStillEndsTheNode() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        try (TestNodes nodes = new TestNodes(root, UnaryOperator.identity(), "a")) {
            nodes.start("a", LogSettings.Start.BOOTSTRAP);
            RecordingMachine machine = nodes.machine("a");
            machine.beforeApply = () -> awaitQuietly(held);

            nodes.log(nodes.leader()).submit(bytes("stuck"));

            await().atMost(PATIENCE).until(() -> !machine.fatal.isEmpty());
            assertThat(machine.fatal).singleElement().asString().contains("committed up to", "applied only up to");
            held.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Pitfall("HA-20")
    void aLeaderThatLosesItsDirectoryHandsOverAndEnds() throws Exception {
        try (TestNodes nodes = TestNodes.three(root, UnaryOperator.identity())) {
            nodes.submit("kept");
            String leader = nodes.leader();
            RecordingMachine machine = nodes.machine(leader);

            Files.move(nodes.directory(leader), root.resolve("lost"));

            await().atMost(PATIENCE).until(() -> !machine.fatal.isEmpty());
            assertThat(machine.fatal).singleElement().asString().contains("the data directory cannot be read");
            assertThat(nodes.leader()).as("others lead before it has ended").isNotEqualTo(leader);
            nodes.submit("goes on");
            assertThat(nodes.machine(nodes.leader()).entries()).isEqualTo(List.of("kept", "goes on"));
            machine.refusesSnapshots = true;
        }
    }

    @Test
    void aLogThatRatisClosesEndsTheNode() {
        RecordingMachine machine = new RecordingMachine();
        RatisMachine ratisMachine =
                new RatisMachine(machine, new Halt(machine), 1, () -> true, new RatisMachine.Node() {
                    @Override
                    public void leadershipMayHaveChanged() {}

                    @Override
                    public void snapshotIsDue() {}

                    @Override
                    public void logFailed(Throwable cause) {}
                });

        ratisMachine.notifyServerShutdown(RoleInfoProto.getDefaultInstance(), false);

        assertThat(machine.fatal).containsExactly("the log was closed by Ratis");
    }

    @Test
    void noPauseThatAMachineMayMakeClosesTheLog() {
        RaftProperties properties = RatisProperties.of(LogSettings.single("a", root), root);

        assertThat(RaftServerConfigKeys.closeThreshold(properties).toLong(TimeUnit.MINUTES))
                .isGreaterThanOrEqualTo(Duration.ofHours(1).toMinutes());
    }
}
