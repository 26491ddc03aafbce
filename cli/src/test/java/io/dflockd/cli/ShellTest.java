package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code dflockd shell} as a script uses it: lines in, answers out. */
@Timeout(60)
final class ShellTest {
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
    void answersLineForLine() {
        Program.Outcome outcome =
                run("# a remark", "incr hits 2", "", "kset mode blue green\\t60", "kget  mode", "lpop none", "ping");

        assertThat(outcome.out()).containsExactly("ok 2", "ok", "ok blue green", "nil", "ok");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void anAnswerComesBeforeThePushesThatItCauses() {
        Program.Outcome outcome = run("listen news", "signal news first", "signal news second", "quit", "ping");

        assertThat(outcome.out())
                .containsSubsequence("ok", "ok 1", "sig news first", "ok 1")
                .startsWith("ok", "ok 1", "sig news first");
    }

    @Test
    void saysWhatIsWrongAndGoesOn() {
        Program.Outcome outcome = run("nonsense k", "incr", "tag on", "get hits");

        assertThat(outcome.out())
                .containsExactly(
                        "unknown command nonsense; help lists them all",
                        "a key is missing: incr KEY AMOUNT",
                        "the shell does that itself; Ctrl-C takes a request back",
                        "ok 0");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void helpsWithAnExample() {
        assertThat(run("help sl").out())
                .containsExactly(
                        "sl KEY TIMEOUT LIMIT [LEASE]",
                        "  Takes one of so many slots, or waits for one.",
                        "  for example: sl pool 10 3");
        assertThat(run("help").out()).contains("  l           Takes a lock, or waits for it so many seconds.");
    }

    @Test
    void tellsOfOneKeyAndOfAll() {
        assertThat(run("stats deploy key").out())
                .singleElement()
                .asString()
                .startsWith("ok {\"key\":\"deploy\",\"kind\":\"none\"");
        assertThat(run("stats summary").out()).singleElement().asString().contains("\"longest_queues\"");
        assertThat(run("stats").out()).singleElement().asString().contains("\"kv_entries\"");
    }

    @Test
    void waitsForWhatTakesItsTime() throws Exception {
        try (Dflockd client = Dflockd.connect(address());
                ClientProgram program = ClientProgram.start(server, "shell")) {
            Grant held = client.lock("deploy").acquire(Duration.ofSeconds(30));
            program.type("l deploy 60");
            await().until(() -> server.census().waiters() == 1);

            held.release();

            assertThat(program.line()).startsWith("ok ");
            program.endInput();
            assertThat(program.status()).isZero();
            await().until(() -> server.census().holders() == 0);
        }
    }

    @Test
    void endsWithOneLineWhenTheServerIsGone() throws Exception {
        try (ClientProgram program = ClientProgram.start(server, "shell")) {
            program.type("ping");
            assertThat(program.line()).isEqualTo("ok");

            program.type("blpop jobs 60");
            await().until(() -> server.census().waiters() == 1);
            server.close();

            assertThat(program.status()).isEqualTo(69);
            assertThat(program.complaints()).containsExactly("dflockd: " + address() + " closed the connection");
        }
    }

    @Test
    void saysThatNobodyIsThere() throws Exception {
        int port;
        try (ServerSocket gone = ChildProgram.takenPort()) {
            port = gone.getLocalPort();
        }

        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run("shell", "--server", "127.0.0.1:" + port);

        assertThat(outcome.err())
                .singleElement()
                .asString()
                .startsWith("dflockd: cannot reach 127.0.0.1:" + port + ": ");
        assertThat(outcome.status()).isEqualTo(69);
    }

    private String address() {
        return "127.0.0.1:" + server.address().getPort();
    }

    private Program.Outcome run(String... lines) {
        return new Program(Map.of("DFLOCKD_SERVER", address())).runWith(String.join("\n", lines) + "\n", "shell");
    }
}
