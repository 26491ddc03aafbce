package io.dflockd.server;

import static io.dflockd.server.ServerFixture.awaitQuiet;
import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.TcpStage;
import io.dflockd.testkit.Vector;
import io.dflockd.testkit.VectorRun;
import io.dflockd.testkit.Vectors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** The vectors of PROTOCOL.md over TCP, each against a server of its own, and nothing left behind by any of them. */
final class ServerVectorsTest {
    /** Vectors mostly wait, so that two cores serve this many at once. */
    private static final int AT_A_TIME = 16;

    @TestFactory
    @Pitfall("LM-06")
    List<DynamicTest> theServerAnswersAsPromised() {
        ExecutorService pool = Executors.newFixedThreadPool(AT_A_TIME);
        List<DynamicTest> tests = Vectors.all().stream()
                .map(vector -> dynamicTest(vector.toString(), started(vector, pool)))
                .toList();
        pool.shutdown();
        return tests;
    }

    private static Executable started(Vector vector, ExecutorService pool) {
        Future<?> run = pool.submit(() -> VectorRun.play(vector, new TcpStage(ServerOnStage::new)));
        return () -> {
            try {
                run.get();
            } catch (ExecutionException failed) {
                throw failed.getCause();
            }
        };
    }

    private static final class ServerOnStage implements TcpStage.Server {
        private final ServerConfig config;
        private final DflockdServer server;
        private final CompletableFuture<Integer> exitStatus = new CompletableFuture<>();

        ServerOnStage(List<String> options) {
            config = CommandLine.config(options);
            try {
                server = DflockdServer.start(config);
            } catch (StartupException failed) {
                throw new AssertionError(failed.getMessage(), failed);
            }
        }

        @Override
        public int port() {
            return server.address().getPort();
        }

        @Override
        public void terminate() {
            CompletableFuture.runAsync(() -> server.drain().thenRun(() -> exitStatus.complete(0)));
        }

        @Override
        public Future<Integer> exitStatus() {
            return exitStatus;
        }

        @Override
        public void close() {
            try {
                if (forgetsEverythingSoon()) {
                    awaitQuiet(server);
                } else {
                    awaitNobodyThere();
                }
            } finally {
                server.close();
            }
        }

        /** Some vectors keep the sweep away, or let a lock outlive its client: what they leave behind is meant. */
        private boolean forgetsEverythingSoon() {
            return config.autoReleaseOnDisconnect()
                    && config.leaseSweepInterval().compareTo(ServerFixture.PATIENCE) < 0;
        }

        private void awaitNobodyThere() {
            eventually().untilAsserted(() -> {
                assertThat(server.connections()).isZero();
                assertThat(server.census().sessions()).isZero();
                assertThat(server.census().waiters()).isZero();
            });
        }
    }
}
