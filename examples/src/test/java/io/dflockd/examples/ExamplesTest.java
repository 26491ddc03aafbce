package io.dflockd.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every example does what it says, with a server of its own. */
@Timeout(60)
class ExamplesTest {
    private interface Program {
        void run(String[] args) throws Exception;
    }

    private DflockdServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        server = DflockdServer.start(ServerConfig.builder().port(0).build());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String address() {
        return "127.0.0.1:" + server.address().getPort();
    }

    private static List<String> run(Program program, String... args) throws Exception {
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            program.run(args);
        } finally {
            System.setOut(usual);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void oneAtATime() throws Exception {
        assertThat(run(OneAtATime::main, address())).singleElement().asString().startsWith("writing invoices, fence ");
    }

    @Test
    void fencedWrites() throws Exception {
        assertThat(run(FencedWrites::main, address(), folder.resolve("ledger").toString()))
                .containsExactly(
                        "the second writes: true",
                        "the first wakes up and writes: false",
                        "the ledger was written by the second");
    }

    @Test
    void workerPool() throws Exception {
        assertThat(run(WorkerPool::main, address())).containsExactly("10 calls, never more than 3 at a time: true");
    }

    @Test
    void cronOnce() throws Exception {
        assertThat(run(CronOnce::main, address(), "2026-11-16"))
                .singleElement()
                .asString()
                .startsWith("the report of 2026-11-16, fence ");
        assertThat(run(CronOnce::main, address(), "2026-11-16")).containsExactly("already done");
    }

    @Test
    void leaderElection() throws Exception {
        assertThat(run(LeaderElection::main, address()))
                .containsExactlyInAnyOrder("one leads: true", "other leads: true");
    }

    @Test
    void jobQueue() throws Exception {
        assertThat(run(JobQueue::main, address())).containsExactly("doing build 1", "doing build 2", "doing build 3");
    }

    @Test
    void configWatch() throws Exception {
        assertThat(run(ConfigWatch::main, address())).containsExactly("config.mode is now blue");
    }

    @Test
    void startTogether() throws Exception {
        assertThat(run(StartTogether::main, address())).containsExactly("off we go", "off we go", "off we go");
    }

    @Test
    void ordersBySignal() throws Exception {
        assertThat(run(OrdersBySignal::main, address())).containsExactly("worked on 2 orders, audited 2");
    }

    @Test
    void manyServers() throws Exception {
        String away;
        try (ServerSocket free = new ServerSocket(0)) {
            away = "127.0.0.1:" + free.getLocalPort();
        }

        assertThat(run(ManyServers::main, address(), away))
                .containsExactly(
                        "my-key is out of reach", "my-job is locked", "a is out of reach", "worker-pool is locked");
    }
}
