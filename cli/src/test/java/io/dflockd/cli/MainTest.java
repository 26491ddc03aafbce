package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dflockd.testkit.Pitfall;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole program, in a JVM of its own. */
@Timeout(60)
final class MainTest {
    private static final Pattern STOPPING = Pattern.compile("stopping");

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void endsWithStatusZeroWhenItIsAskedToStop(String signal) throws Exception {
        try (ChildProgram program = ChildProgram.start("--port", "0");
                Socket client = program.connect()) {
            program.signal(signal);

            assertThat(client.getInputStream().read()).isEqualTo(-1);
            assertThat(program.status()).isZero();
        }
    }

    @Pitfall("SL-04")
    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void endsAtOnceWhenItIsAskedTwice(String signal, int status) throws Exception {
        try (ChildProgram program = ChildProgram.start("--port", "0", "--shutdown-timeout", "0");
                Socket holder = program.connect()) {
            assertThat(answer(holder, "l\nkey\n10 3600\n")).startsWith("ok ");
            program.signal(signal);
            program.lineWith(STOPPING);

            await().pollInterval(Duration.ofMillis(100)).until(() -> {
                program.signal(signal); // one that follows in an instant counts as the same
                return program.hasEnded();
            });

            assertThat(program.status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rehearse", "rehearse-client"})
    void rehearsesAStartAndARequestAndEnds(String rehearsal) throws Exception {
        try (ChildProgram program = ChildProgram.start(rehearsal)) {
            assertThat(program.status()).isZero();
        }
    }

    @Test
    @Pitfall("SL-09")
    void saysInOneLineThatThePortIsTaken() throws Exception {
        try (ServerSocket other = ChildProgram.takenPort();
                ChildProgram program = ChildProgram.start("--port", String.valueOf(other.getLocalPort()))) {
            assertThat(program.status()).isEqualTo(1);
            assertThat(program.errors())
                    .singleElement()
                    .asString()
                    .startsWith("dflockd: cannot listen on 127.0.0.1:" + other.getLocalPort());
        }
    }

    @Test
    @Pitfall("SL-09")
    void listensOnAnAddressOfIpVersionSix() throws Exception {
        assumeTrue(hasIpVersionSix(), "this machine has no IPv6");

        try (ChildProgram program = ChildProgram.start("--host", "::1", "--port", "0");
                Socket client = program.connect()) {
            assertThat(answer(client, "ping\n_\n\n")).isEqualTo("ok");
        }
    }

    @Test
    void logsObjectsForPrograms() throws Exception {
        try (ChildProgram program = ChildProgram.start("--port", "0", "--log-format", "json")) {
            assertThat(program.lineWith(Pattern.compile("^\\{.*\"message\":\"dflockd .* listening on .*\"}$")))
                    .isNotNull();
        }
    }

    private static boolean hasIpVersionSix() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .anyMatch(address -> address instanceof Inet6Address && address.isLoopbackAddress());
    }

    private static String answer(Socket client, String request) throws IOException {
        client.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }
}
