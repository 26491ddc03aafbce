package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that subscribe and then do not read: the log waits for none of them. */
final class SlowClientsTest {
    private static final int FROZEN = 200;
    private static final int SIGNALS = 500;

    /** So that little is enough to fill what lies between the node and a client. */
    private static final int RECEIVE_BYTES = 2_048;

    @TempDir
    Path directory;

    private Nodes nodes;
    private final List<Socket> frozen = new ArrayList<>();

    @BeforeEach
    void start() {
        nodes = new Nodes(directory, "a", "b", "c");
        nodes.startAll();
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket each : frozen) {
            each.close();
        }
        nodes.close();
        assertThat(nodes.fatal).isEmpty();
    }

    @Test
    @Pitfall("HA-18")
    void holdUpNobodyAndAreCutOff() throws IOException {
        String crowded = nodes.follower();
        for (int n = 0; n < FROZEN; n++) {
            freeze(crowded);
        }
        WireClient listener = nodes.client(crowded);
        assertThat(listener.ask("listen", "news.>", "")).isEqualTo("ok");
        WireClient sender = nodes.client(nodes.leader());
        Nodes.eventually().until(() -> sender.ask("signal", "news.first", "0").equals("ok " + (FROZEN + 1)));
        WireClient beside = nodes.client(crowded);
        String story = "x".repeat(8_000);

        for (int n = 1; n <= SIGNALS; n++) {
            assertThat(sender.ask("signal", "news.more", n + story)).startsWith("ok ");
            assertThat(beside.ask("incr", "asked", "1")).isEqualTo("ok " + n);
            awaitStory(listener, n + story);
        }

        Nodes.eventually().until(() -> sender.ask("signal", "news.last", "0").equals("ok 1"));
        nodes.awaitEqual();
    }

    private void freeze(String node) throws IOException {
        Socket socket = new Socket();
        frozen.add(socket);
        socket.setReceiveBufferSize(RECEIVE_BYTES);
        socket.connect(nodes.server(node).address());
        socket.getOutputStream().write("listen\nnews.>\n\n".getBytes(StandardCharsets.UTF_8));
    }

    private static void awaitStory(WireClient listener, String text) {
        String line = listener.readLine(Nodes.PATIENCE);
        while (line.startsWith("sig news.first ")) {
            line = listener.readLine(Nodes.PATIENCE);
        }
        assertThat(line).isEqualTo("sig news.more " + text);
    }
}
