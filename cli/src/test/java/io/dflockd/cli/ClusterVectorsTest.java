package io.dflockd.cli;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.dflockd.cluster.ClusterConfig;
import io.dflockd.cluster.ClusterRuntime;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.TcpStage;
import io.dflockd.testkit.Vector;
import io.dflockd.testkit.VectorRun;
import io.dflockd.testkit.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The vectors of PROTOCOL.md, each against a cluster of one of its own: a log answers what a server in memory answers. */
final class ClusterVectorsTest {
    /** Vectors mostly wait, so that two cores serve this many at once. */
    private static final int AT_A_TIME = 8;

    /** A connection that has asked for nothing but {@code stats} is not in the log, and so not among the connections. */
    private static final String COUNTS_ITSELF = "V152";

    @TempDir
    Path directory;

    @TestFactory
    @Pitfall("HA-13")
    List<DynamicTest> aClusterAnswersAsPromised() {
        ExecutorService pool = Executors.newFixedThreadPool(AT_A_TIME);
        List<DynamicTest> tests = Vectors.all().stream()
                .filter(vector -> !vector.toString().startsWith(COUNTS_ITSELF))
                .map(vector -> dynamicTest(vector.toString(), started(vector, pool)))
                .toList();
        pool.shutdown();
        return tests;
    }

    private Executable started(Vector vector, ExecutorService pool) {
        Future<?> run = pool.submit(() -> VectorRun.play(vector, new TcpStage(options -> new Node(options))));
        return () -> {
            try {
                run.get();
            } catch (ExecutionException failed) {
                throw failed.getCause();
            }
        };
    }

    private final class Node implements TcpStage.Server {
        private final DflockdServer server;
        private final CompletableFuture<Integer> exitStatus = new CompletableFuture<>();

        Node(List<String> options) {
            try {
                ClusterConfig config = ClusterConfig.single(Files.createTempDirectory(directory, "node"))
                        .withElectionTimeout(Duration.ofMillis(100)); // alone it has nobody to wait for
                server = DflockdServer.start(configured(options), ClusterRuntime.factory(config, this::fail));
            } catch (StartupException | IOException failed) {
                throw new AssertionError(failed.getMessage(), failed);
            }
        }

        private static ServerConfig configured(List<String> options) throws StartupException {
            List<String> flags = new ArrayList<>(List.of("--port=0", "--event-loops=1"));
            flags.addAll(options);
            CommandLine program = new CommandLine(new Serve(Map.of(), System.out).spec());
            return new Settings(
                            List.of(), ServeOptions.given(program.parseArgs(flags.toArray(String[]::new))), Map.of())
                    .serverConfig();
        }

        private void fail(String sentence) {
            exitStatus.completeExceptionally(new AssertionError(sentence));
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
            server.close();
        }
    }
}
