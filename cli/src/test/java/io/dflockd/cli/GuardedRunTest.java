package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code dflockd lock} and its like, each in a process of its own, as a script would use it. */
@Timeout(120)
final class GuardedRunTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String UNTIL_TERM = "trap 'echo told; exit 3' TERM; echo ready; while :; do sleep 0.05; done";

    private DflockdServer server;

    @BeforeEach
    void startServer() throws StartupException {
        server = DflockdServer.start(ServerConfig.builder().port(0).build());
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void theCommandKnowsWhatItHoldsAndItsStatusIsOurs() throws Exception {
        try (ClientProgram program = lock("sh", "-c", "echo \"$DFLOCKD_KEY $DFLOCKD_TOKEN $DFLOCKD_FENCE\"; exit 7")) {
            String[] words = program.line().split(" ", -1);

            assertThat(words[0]).isEqualTo("deploy");
            assertThat(Long.parseUnsignedLong(words[1].substring(0, 16), 16))
                    .isEqualTo(Long.parseUnsignedLong(words[2]));
            assertThat(program.status()).isEqualTo(7);
            assertThat(program.complaints()).isEmpty();
            await().atMost(PATIENCE).until(() -> server.census().holders() == 0);
        }
    }

    @Test
    void theCommandGetsItsWordsAsTheyAre() throws Exception {
        try (ClientProgram program = start(
                "lock", "deploy", "-w", "60", "--", "printf", "%s|", "-n", "--", "a b", "", "--help", "${x}", "\"q\"",
                "@f", "a,b")) {
            assertThat(program.line()).isEqualTo("-n|--|a b||--help|${x}|\"q\"|@f|a,b|");
            assertThat(program.status()).isZero();
        }
    }

    @Test
    void theLockIsHeldWhileTheCommandRunsAndStandardInputIsTheCommands() throws Exception {
        try (ClientProgram program = lock("sh", "-c", "echo ready; read answer; echo \"got $answer\"")) {
            assertThat(program.line()).isEqualTo("ready");
            assertThat(server.census().holders()).isEqualTo(1);

            program.type("go on");

            assertThat(program.line()).isEqualTo("got go on");
            assertThat(program.status()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"kill -9 $$, 137", "kill -15 $$, 143"})
    void aCommandThatASignalEndedHasTheStatusThatShellsGiveIt(String script, int status) throws Exception {
        try (ClientProgram program = lock("sh", "-c", script)) {
            assertThat(program.status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "no-such-command, 127, 'dflockd: no-such-command: no such command'",
        "/, 126, 'dflockd: /: cannot be run'",
    })
    void aCommandThatCannotBeRunGivesTheLockBack(String command, int status, String complaint) throws Exception {
        try (ClientProgram program = lock(command)) {
            assertThat(program.status()).isEqualTo(status);
            assertThat(program.complaints()).containsExactly(complaint);
            await().atMost(PATIENCE).until(() -> server.census().holders() == 0);
        }
    }

    @Test
    void whoDoesNotWaitIsToldByTheStatusAlone() throws Exception {
        try (Dflockd client = connect();
                Grant held = client.lock("deploy").acquire(PATIENCE);
                ClientProgram program = start("lock", "-n", "deploy", "--", "echo", "never")) {
            assertThat(program.status()).isEqualTo(1);
            assertThat(program.line()).isNull();
            assertThat(program.complaints()).isEmpty();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void whoWaitedInVainIsToldWhoHoldsIt() throws Exception {
        try (Dflockd client = connect();
                Grant held = client.lock("deploy").acquire(PATIENCE);
                ClientProgram program = start("lock", "-w", "0.1", "-E", "42", "deploy", "--", "echo", "never")) {
            assertThat(program.status()).isEqualTo(42);
            assertThat(program.complaints())
                    .singleElement()
                    .asString()
                    .startsWith("dflockd: lock 'deploy' on 127.0.0.1:")
                    .contains("not granted within 0.1 s; held by ");
            assertThat(held.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void aSignalWhileItWaitsLeavesTheQueue(String signal, int status) throws Exception {
        try (Dflockd client = connect();
                Grant held = client.lock("deploy").acquire(PATIENCE);
                ClientProgram program = lock("echo", "never")) {
            await().atMost(PATIENCE).until(() -> server.census().waiters() == 1);

            program.signal(signal);

            assertThat(program.status()).isEqualTo(status);
            assertThat(program.line()).isNull();
            await().atMost(PATIENCE).until(() -> server.census().waiters() == 0);
            assertThat(held.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT", "TERM", "HUP"})
    void aSignalIsPassedOnToTheCommand(String signal) throws Exception {
        String script = UNTIL_TERM.replace("TERM", signal);
        try (ClientProgram program = lock("sh", "-c", script)) {
            assertThat(program.line()).isEqualTo("ready");

            program.signal(signal);

            assertThat(program.line()).isEqualTo("told");
            assertThat(program.status()).isEqualTo(3);
        }
    }

    @Test
    void withoutItsServerTheCommandIsEndedAndTheStatusSaysSo() throws Exception {
        try (ClientProgram program = lock("sh", "-c", UNTIL_TERM)) {
            assertThat(program.line()).isEqualTo("ready");

            server.close();

            assertThat(program.line()).isEqualTo("told");
            assertThat(program.complaint())
                    .isEqualTo("dflockd: lock 'deploy' is lost, the connection broke; ending the command");
            assertThat(program.status()).isEqualTo(75);
        }
    }

    @Test
    void aLeaseThatRanOutEndsTheCommand() throws Exception {
        try (Dflockd client = connect();
                ClientProgram program = start("lock", "--lease", "1", "deploy", "--", "sh", "-c", UNTIL_TERM)) {
            assertThat(program.line()).isEqualTo("ready");
            program.signal("STOP");
            try (Grant other = client.lock("deploy").acquire(PATIENCE)) {
                program.signal("CONT");

                assertThat(program.line()).isEqualTo("told");
                assertThat(program.complaint()).startsWith("dflockd: lock 'deploy' is lost, ");
                assertThat(program.status()).isEqualTo(75);
                assertThat(other.isHeld()).isTrue();
            }
        }
    }

    @Test
    void aCommandThatDoesNotListenIsKilledWithAllThatItHasStarted() throws Exception {
        String script = "trap '' TERM; sleep 1000 & echo $!; while :; do sleep 0.05; done";
        try (ClientProgram program = start("lock", "--grace", "0.2", "deploy", "--", "sh", "-c", script)) {
            ProcessHandle grandchild =
                    ProcessHandle.of(Long.parseLong(program.line())).orElseThrow();

            server.close();

            assertThat(program.status()).isEqualTo(75);
            assertThat(program.complaints())
                    .last()
                    .isEqualTo("dflockd: the command did not end within 0.2 s and was killed");
            await().atMost(PATIENCE).until(() -> !grandchild.isAlive());
        }
    }

    @Test
    void theCommandGoesOnWithoutItsLockIfThatIsWanted() throws Exception {
        try (ClientProgram program =
                start("lock", "--on-lost=warn", "deploy", "--", "sh", "-c", "echo ready; read answer; exit 5")) {
            assertThat(program.line()).isEqualTo("ready");

            server.close();

            assertThat(program.complaint())
                    .isEqualTo("dflockd: lock 'deploy' is lost, the connection broke; the command goes on");
            program.type("end");
            assertThat(program.status()).isEqualTo(5);
        }
    }

    @Test
    void aSemaphoreHasSoManySlots() throws Exception {
        try (Dflockd client = connect();
                Grant first = client.semaphore("pool", 2).acquire(PATIENCE);
                ClientProgram second = start("sem", "pool", "--limit", "2", "--", "sh", "-c", "echo in; read end")) {
            assertThat(second.line()).isEqualTo("in");
            try (ClientProgram third = start("sem", "-n", "pool", "--limit", "2", "--", "echo", "never")) {
                assertThat(third.status()).isEqualTo(1);
            }
            second.type("end");
            assertThat(second.status()).isZero();
            assertThat(first.isHeld()).isTrue();
        }
    }

    @Test
    void readersShareWhatAWriterHasAlone() throws Exception {
        try (Dflockd client = connect();
                Grant reading = client.readWriteLock("docs").read().acquire(PATIENCE)) {
            assertThat(statusOf("rw", "-s", "docs", "--", "true")).isZero();
            assertThat(statusOf("lock", "-s", "docs", "--", "true")).isZero();
            assertThat(statusOf("rw", "-n", "-x", "docs", "--", "true")).isEqualTo(1);
            assertThat(reading.isHeld()).isTrue();
        }
    }

    @Test
    void theLeaderRunsTheCommand() throws Exception {
        try (ClientProgram program = start("elect", "scheduler", "--", "sh", "-c", "echo \"$DFLOCKD_KEY\"")) {
            assertThat(program.line()).isEqualTo("scheduler");
            assertThat(program.status()).isZero();
        }
    }

    @Test
    void saysInOneLineThatTheServerIsAway() throws Exception {
        int port;
        try (ServerSocket gone = ChildProgram.takenPort()) {
            port = gone.getLocalPort();
        }
        try (ClientProgram program = ClientProgram.start("127.0.0.1:" + port, "lock", "deploy", "--", "true")) {
            assertThat(program.status()).isEqualTo(69);
            assertThat(program.complaints())
                    .containsExactly("dflockd: cannot connect to 127.0.0.1:" + port + ": connection refused");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lock                        | KEY is missing: dflockd lock KEY -- COMMAND [ARG]...
            lock deploy                 | COMMAND is missing: dflockd lock KEY -- COMMAND [ARG]...
            lock deploy --timout 5 -- l | unknown option --timout, did you mean --timeout? (dflockd lock --help lists them all)
            lock deploy -w x -- ls      | --timeout takes seconds, at least 0, such as 2.5, not 'x'
            sem pool -- ls              | --limit is missing: how many may hold it at a time
            rw docs -- ls               | it takes one of -s (shared) and -x (exclusive)
            lock -s -x docs -- ls       | it takes one of -s (shared) and -x (exclusive)
            lock deploy --server : -- l | --server takes host:port, or several with commas between, not ':'
            """)
    void endsWithStatusTwoForAMistake(String arguments, String complaint) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(arguments.split(" "));

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(2);
    }

    private Dflockd connect() {
        return Dflockd.connect("127.0.0.1:" + server.address().getPort());
    }

    private ClientProgram lock(String... command) throws IOException {
        List<String> args = new ArrayList<>(List.of("lock", "deploy", "--"));
        args.addAll(Arrays.asList(command));
        return start(args.toArray(String[]::new));
    }

    private ClientProgram start(String... args) throws IOException {
        return ClientProgram.start(server, args);
    }

    private int statusOf(String... args) throws IOException, InterruptedException {
        try (ClientProgram program = start(args)) {
            return program.status();
        }
    }
}
