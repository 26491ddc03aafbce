package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import io.dflockd.testkit.Certificates;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a run gets into a server, and what it says when it does not. */
@Timeout(60)
final class BenchDoorTest {
    @TempDir
    private Path folder;

    @Test
    void saysThatNobodyListens() throws IOException {
        int port;
        try (ServerSocket gone = ChildProgram.takenPort()) {
            port = gone.getLocalPort();
        }

        assertFails(bench(port), "cannot connect to 127.0.0.1:" + port + ": nobody listens there");
    }

    @Test
    void saysThatThereIsNoSuchHost() {
        Program.Outcome outcome =
                Program.IN_EMPTY_ENVIRONMENT.run("bench", "--host", "no such host", "--requests", "10");

        assertFails(outcome, "cannot connect to no such host:6388: no such host");
    }

    @Test
    void sendsTheTokenFirst() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "hush\n");
        try (DflockdServer server = start(ServerConfig.builder().authToken("hush"))) {
            int port = server.address().getPort();

            assertThat(bench(port, "--auth-token", "hush").status()).isZero();
            assertThat(bench(port, "--auth-token-file", token.toString()).status())
                    .isZero();
            assertThat(new Program(Map.of("DFLOCKD_AUTH_TOKEN", "hush"))
                            .run("bench", "--port", String.valueOf(port), "--requests", "10")
                            .status())
                    .isZero();
        }
    }

    @Test
    void saysThatTheTokenIsWrongOrMissing() throws Exception {
        try (DflockdServer server = start(ServerConfig.builder().authToken("hush"))) {
            int port = server.address().getPort();
            String complaint = "the server refused the token, or asks for one: see --auth-token-file";

            assertFails(bench(port, "--auth-token", "wrong"), complaint);
            assertFails(bench(port), complaint);
        }
    }

    @Test
    void saysThatNoTokenIsAskedFor() throws Exception {
        try (DflockdServer server = start(ServerConfig.builder())) {
            assertFails(
                    bench(server.address().getPort(), "--auth-token", "hush"),
                    "the server asks for no token: leave it out");
        }
    }

    @Test
    void namesTheLimitThatARunExceeds() throws Exception {
        try (DflockdServer server = start(ServerConfig.builder().maxLocks(3))) {
            assertFails(
                    bench(server.address().getPort(), "--depth", "4"),
                    "the server answered 'error_max_locks' to 'l': this run needs a higher --max-locks of the server");
        }
    }

    @Test
    void leavesNoValuesBehindWhenItFails() throws Exception {
        try (DflockdServer server = start(ServerConfig.builder().maxKeys(20))) {
            assertFails(
                    bench(server.address().getPort(), "--mode", "kset", "--connections", "2"),
                    "the server answered 'error_max_keys' to 'kset': this run needs a higher --max-keys of the server");

            await().until(() -> server.census().values() == 0);
        }
    }

    @Test
    void saysThatTheServerTakesFewerConnections() throws Exception {
        try (DflockdServer server = start(ServerConfig.builder().maxConnections(1))) {
            int port = server.address().getPort();

            assertFails(
                    bench(port, "--connections", "2"),
                    "127.0.0.1:" + port
                            + " closed a connection without an answer: does it take TLS only, or fewer connections?");
        }
    }

    @Test
    void speaksTls() throws Exception {
        Certificates.ServerFiles files = Certificates.in(folder).selfSigned();
        try (DflockdServer server =
                start(ServerConfig.builder().tlsCert(files.cert()).tlsKey(files.key()))) {
            int port = server.address().getPort();

            assertThat(bench(port, "--tls-ca", files.cert().toString()).status())
                    .isZero();
            assertThat(bench(port, "--insecure").status()).isZero();
            assertThat(bench(port, "--tls").err())
                    .singleElement()
                    .asString()
                    .startsWith("dflockd: cannot connect to 127.0.0.1:" + port + ": its certificate is not trusted (")
                    .endsWith("); see --tls-ca and --insecure");
            assertFails(
                    bench(port),
                    "127.0.0.1:" + port
                            + " closed a connection without an answer: does it take TLS only, or fewer connections?");
        }
    }

    @Test
    void saysThatTheServerDoesNotSpeakTls() throws IOException {
        try (FakeServer server = FakeServer.greetingWith("error\n")) {
            assertFails(
                    bench(server.port(), "--tls"),
                    "cannot connect to 127.0.0.1:" + server.port() + ": it does not speak TLS");
        }
    }

    @Test
    void saysThatTheSignerIsNoCertificate() throws IOException {
        Path file = Files.writeString(folder.resolve("ca.pem"), "nothing");

        assertFails(bench(1, "--tls-ca", file.toString()), "--tls-ca " + file + " has no certificate in PEM form");
    }

    @Test
    void isLoudAboutTwoHoldersAtOnce() throws IOException {
        try (FakeServer server = FakeServer.answering(request -> "ok 00112233445566778899aabbccddeeff 33")) {
            Program.Outcome outcome =
                    bench(server.port(), "--mode", "contend", "--connections", "8", "--requests", "100000000");

            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err())
                    .singleElement()
                    .asString()
                    .startsWith("dflockd: MUTUAL EXCLUSION IS BROKEN: connection ");
        }
    }

    @Test
    void saysThatTheServerIsStopping() throws IOException {
        try (FakeServer server = FakeServer.answering(request -> request.equals("ping") ? "ok" : "error_draining")) {
            assertFails(bench(server.port()), "the server is stopping");
        }
    }

    @Test
    void isNotTalkedIntoALockThatItWasNotGranted() throws IOException {
        try (FakeServer server = FakeServer.answering(request -> request.startsWith("ping") ? "ok" : "timeout")) {
            assertFails(bench(server.port()), "the server answered 'timeout' to 'l'");
        }
    }

    private static Program.Outcome bench(int port, String... options) {
        List<String> command = new ArrayList<>(
                List.of("bench", "--port", String.valueOf(port), "--requests", "10", "--connections", "1"));
        command.addAll(List.of(options));
        return Program.IN_EMPTY_ENVIRONMENT.run(command.toArray(String[]::new));
    }

    private static DflockdServer start(ServerConfig.Builder config) throws StartupException {
        return DflockdServer.start(config.port(0).build());
    }

    private static void assertFails(Program.Outcome outcome, String complaint) {
        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
    }
}
