package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that was away for longer than the log of the others reaches back. */
final class LaggingNodeTest {
    /** So much that a snapshot is taken, and the beginning of the log is gone. */
    private static final int VALUES = 1_200;

    private static final int AT_A_TIME = 32;
    private static final String VALUE = "x".repeat(60_000);

    @TempDir
    Path directory;

    @Test
    @Pitfall("HA-15")
    void getsASnapshotWhileTheOthersAreAtWorkAndServesAgain() throws Exception {
        try (Nodes nodes = new Nodes(directory, "a", "b", "c")) {
            nodes.startAll();
            String away = nodes.follower();
            nodes.stop(away);
            String leader = nodes.leader();
            WireClient holder = nodes.client(leader);
            String token = holder.ask("l", "k", "0 600").split(" ", -1)[1];
            write(nodes.client(leader), VALUES);
            Nodes.eventually()
                    .until(() -> nodes.runtime(leader).status().logBytes() < (long) VALUES * VALUE.length() / 2);
            AtomicBoolean isEnough = new AtomicBoolean();
            WireClient busy = nodes.client(leader);
            Thread load = new Thread(() -> {
                while (!isEnough.get()) {
                    write(busy, AT_A_TIME);
                }
            });
            load.start();

            nodes.start(away);

            WireClient client = nodes.client(away);
            assertThat(client.ask("l", "k", "0")).isEqualTo("timeout");
            assertThat(client.ask("kget", "0", "")).isEqualTo("ok " + VALUE);
            assertThat(holder.ask("n", "k", token + " 600")).isEqualTo("ok 600");
            isEnough.set(true);
            load.join();
            nodes.awaitEqual();
            assertThat(nodes.fatal).isEmpty();
        }
    }

    /** Writes over the same few values again and again. */
    private static void write(WireClient client, int count) {
        for (int n = 0; n < count; n += AT_A_TIME) {
            for (int i = 0; i < AT_A_TIME; i++) {
                client.send("kset", String.valueOf(i), VALUE);
            }
            for (int i = 0; i < AT_A_TIME; i++) {
                assertThat(client.readLine(Nodes.PATIENCE)).isEqualTo("ok");
            }
        }
    }
}
