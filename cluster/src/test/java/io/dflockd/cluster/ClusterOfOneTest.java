package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.WireClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node whose state outlives its process. */
final class ClusterOfOneTest {
    @TempDir
    Path directory;

    @Test
    void everythingIsThereAfterARestart() {
        try (Nodes nodes = new Nodes(directory, "a")) {
            nodes.startAll();
            WireClient client = nodes.client("a");
            assertThat(client.ask("incr", "hits", "7")).isEqualTo("ok 7");
            assertThat(client.ask("kset", "mode", "blue")).isEqualTo("ok");
            assertThat(client.ask("rpush", "jobs", "one")).isEqualTo("ok 1");
            String fence = client.ask("l", "k", "0").substring(3, 19);

            nodes.stop("a");
            nodes.start("a");

            WireClient again = nodes.client("a");
            assertThat(again.ask("get", "hits", "")).isEqualTo("ok 7");
            assertThat(again.ask("kget", "mode", "")).isEqualTo("ok blue");
            assertThat(again.ask("lpop", "jobs", "")).isEqualTo("ok one");
            String granted = again.ask("l", "k", "0");
            assertThat(granted).as("the client that held it is gone").startsWith("ok ");
            assertThat(granted.substring(3, 19)).as("fences grow").isGreaterThan(fence);
        }
    }
}
