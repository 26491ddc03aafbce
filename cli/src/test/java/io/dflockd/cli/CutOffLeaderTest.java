package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Received;
import io.dflockd.testkit.WireClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader that the others can no longer hear, and that does not know it yet. */
final class CutOffLeaderTest {
    @TempDir
    private Path folder;

    @Test
    @Pitfall("HA-06")
    void answersNothingWhileTheOthersServe() throws Exception {
        try (ThreePrograms nodes = new ThreePrograms(folder)) {
            String old = nodes.leaderOf(ThreePrograms.all());
            WireClient holder = nodes.client(old);
            WireClient reader = nodes.client(old);
            WireClient newcomer = nodes.client(old);
            String token = holder.ask("l", "k", "0 600").split(" ", -1)[1];
            assertThat(reader.ask("kset", "mode", "blue")).isEqualTo("ok");

            nodes.network.cutOff(old);
            reader.send("kget", "mode", "");
            holder.send("n", "k", token + " 600");
            newcomer.send("l", "free", "0");

            List<String> others = ThreePrograms.without(old);
            WireClient elsewhere = nodes.client(nodes.leaderOf(others));
            assertThat(elsewhere.ask("kset", "mode", "green")).isEqualTo("ok");
            elsewhere.send("l", "k", "60");
            assertThat(elsewhere.readLine(ThreePrograms.PATIENCE))
                    .as("the sessions of a node that is gone have ended")
                    .startsWith("ok ");
            for (WireClient each : List.of(reader, holder, newcomer)) {
                assertNotServed(each);
            }
            WireClient late = nodes.client(old);
            late.send("kget", "mode", "");
            assertNotServed(late);
            assertThat(nodes.client(old).ask("ping", "_", "")).isEqualTo("ok");

            nodes.network.heal();

            assertThat(nodes.leaderOf(ThreePrograms.all())).isNotEmpty();
            assertServedAgain(nodes, old);
        }
    }

    /** Refused because nobody leads, or cut off because nobody can know what becomes of the request. */
    private static void assertNotServed(WireClient client) {
        Received received = client.receive(ThreePrograms.PATIENCE);
        assertThat(received).isIn(Received.END, Received.line("error_not_leader"));
    }

    /** It hears that it was given up, cuts off whom it still has and joins again: until then it may say no. */
    private static void assertServedAgain(ThreePrograms nodes, String node) {
        await().atMost(ThreePrograms.PATIENCE).until(() -> {
            WireClient client = nodes.client(node);
            client.send("kget", "mode", "");
            return client.receive(ThreePrograms.PATIENCE).equals(Received.line("ok green"));
        });
    }
}
