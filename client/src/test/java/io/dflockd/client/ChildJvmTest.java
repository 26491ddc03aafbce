package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.WireClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ChildJvmTest {
    /** Says what it was started with, then what it hears, and ends with its input or when it is told to fail. */
    static final class Echo {
        public static void main(String[] arguments) throws IOException {
            System.out.println("started with " + String.join(",", arguments));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals("fail")) {
                    throw new IllegalStateException("told to fail");
                }
                System.out.println("heard " + line);
            }
        }
    }

    @Test
    void talksToItsTestAndStandsStillWhileItIsFrozen() {
        try (ChildJvm child = ChildJvm.start(Echo.class, "one", "two three")) {
            assertThat(child.awaitLine("started")).isEqualTo("started with one,two three");
            child.freeze();
            child.send("hello");
            assertThat(child.isFrozen()).isTrue();
            assertThat(child.lines()).hasSize(1);

            child.thaw();

            assertThat(child.awaitLine("heard")).isEqualTo("heard hello");
            child.send("fail");
            assertThat(child.awaitExit()).isOne();
            assertThat(child.lines()).anyMatch(line -> line.contains("told to fail"));
            assertThatThrownBy(() -> child.awaitLine("never said")).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void isEndedEvenWhenItIsFrozen() {
        ChildJvm child = ChildJvm.start(Echo.class);
        child.awaitLine("started");
        child.freeze();

        child.close();

        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void runsAServerThatIsFrozenAndKilledAndStartedAgain() {
        try (ServerChild server = new ServerChild();
                WireClient client = WireClient.connect("127.0.0.1", server.port())) {
            assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
            server.freeze();
            client.send("ping", "_", "_");
            server.thaw();
            assertThat(client.readLine()).isEqualTo("ok");

            server.restart();

            client.expectEof();
            try (WireClient next = WireClient.connect("127.0.0.1", server.port())) {
                assertThat(next.ask("ping", "_", "_")).isEqualTo("ok");
            }
        }
    }
}
