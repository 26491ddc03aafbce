package io.dflockd.server;

import static io.dflockd.server.ServerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One client fills the heap of a small server. Without a guard that is the end of the process and of all locks. */
@Pitfall("SL-12")
final class HeapGuardTest {
    private static final int BATCH = 1_000;
    private static final String PUSHES = ("rpush\njobs\n" + "x".repeat(250) + "\n").repeat(BATCH);

    @ParameterizedTest
    @ValueSource(strings = {"SerialGC", "ParallelGC", "G1GC"})
    void whoFillsTheHeapIsRefusedMoreAndLocksGoOn(String collector) throws IOException {
        try (ServerProcess server = ServerProcess.startWithHeap(64, collector, List.of());
                WireClient holder = server.client();
                WireClient greedy = server.client()) {
            String token = holder.ask("l", "k", "0 600").split(" ", -1)[1];

            fill(server, greedy);

            assertThat(greedy.ask("kset", "a", "b")).isEqualTo("error_max_keys");
            assertThat(greedy.ask("incr", "a", "1")).isEqualTo("error_max_keys");
            assertThat(greedy.ask("listen", "a", "")).isEqualTo("error_max_keys");
            assertThat(greedy.ask("llen", "jobs", "")).startsWith("ok ");
            assertThat(holder.ask("n", "k", token)).isEqualTo("ok 33");
            assertThat(holder.ask("r", "k", token)).isEqualTo("ok");
            assertThat(greedy.ask("l", "k", "0")).startsWith("ok ");

            empty(greedy);

            eventually()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> greedy.ask("rpush", "jobs", "x").equals("ok 1"));
            // It is said with the next look, which comes later the longer a collection takes.
            eventually()
                    .atMost(Duration.ofMinutes(2))
                    .until(() ->
                            server.lines("the heap has room for data again").size() == 1);
        }
    }

    private static void fill(ServerProcess server, WireClient client) {
        eventually().atMost(Duration.ofMinutes(1)).until(() -> {
            client.sendRaw(PUSHES);
            for (int i = 0; i < BATCH; i++) {
                assertThat(client.readLine(Duration.ofMinutes(1))).containsPattern("^(ok .*|error_max_keys)$");
            }
            return !server.lines("the heap is full to --max-memory").isEmpty();
        });
    }

    private static void empty(WireClient client) {
        String last = "ok";
        while (!last.equals("nil")) {
            client.sendRaw("lpop\njobs\n\n".repeat(BATCH));
            for (int i = 0; i < BATCH; i++) {
                last = client.readLine(Duration.ofMinutes(1));
            }
        }
    }
}
