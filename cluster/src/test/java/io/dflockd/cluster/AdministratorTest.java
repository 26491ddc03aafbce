package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.WireClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator asks of any node holds for all of them. */
final class AdministratorTest {
    @TempDir
    Path directory;

    @Test
    void aFollowerHandsLeadershipOverAndChangesSettings() {
        try (Nodes nodes = new Nodes(directory, "a", "b", "c")) {
            nodes.startAll();
            String heir = nodes.follower();
            WireClient client = nodes.client(heir);

            assertThat(client.ask("cluster", "transfer", heir)).isEqualTo("ok");
            Nodes.eventually().until(() -> client.ask("cluster", "status", "").contains("\"leader\":\"" + heir + "\""));
            assertThat(nodes.leader()).as("the leader that is ready").isEqualTo(heir);
            assertThat(client.ask("cluster", "transfer", "nobody")).isEqualTo("error");

            WireClient other = nodes.client(nodes.follower());
            assertThat(other.ask("cluster", "set", "max-locks 01")).isEqualTo("ok");
            assertThat(other.ask("cluster", "status", "")).contains("\"overruled\":[\"max-locks\"]");
            assertThat(client.ask("l", "one", "0")).startsWith("ok ");
            assertThat(client.ask("l", "two", "0")).isEqualTo("error_max_locks");
        }
    }

    @Test
    void nodesInTheSameStateHaveTheSameHashAlsoAfterARestart() {
        try (Nodes nodes = new Nodes(directory, "a", "b", "c")) {
            nodes.startAll();
            String restarted = nodes.follower();
            WireClient client = nodes.client(nodes.leader());
            String before = client.ask("cluster", "hash", "");
            assertThat(client.ask("rpush", "jobs", "one")).isEqualTo("ok 1");

            nodes.stop(restarted);
            nodes.start(restarted);

            String leader = nodes.leader();
            WireClient ofLeader = nodes.client(leader);
            WireClient ofRestarted = nodes.client(restarted);
            Nodes.eventually().until(() -> hash(ofLeader).equals(hash(ofRestarted)));
            assertThat(ofLeader.ask("cluster", "hash", ""))
                    .matches("ok \\d+ [0-9a-f]{64}")
                    .isNotEqualTo(before);
        }
    }

    private static String hash(WireClient client) {
        return client.ask("cluster", "hash", "").split(" ", -1)[2];
    }

    @Test
    void aSettingThatDoesNotExistOrDoesNotFitIsRefused() {
        try (Nodes nodes = new Nodes(directory, "a")) {
            nodes.startAll();
            WireClient client = nodes.client("a");

            assertThat(client.ask("cluster", "set", "max-lock 5")).isEqualTo("error");
            assertThat(client.ask("cluster", "set", "max-locks 0")).isEqualTo("error");
            assertThat(client.ask("cluster", "set", "max-locks 2147483648")).isEqualTo("error");
            assertThat(client.ask("cluster", "set", "fence-field yes")).isEqualTo("error");
            assertThat(client.ask("cluster", "set", "fence-field true")).isEqualTo("ok");
            assertThat(client.ask("stats", "_", "summary"))
                    .contains(",\"cluster\":{\"node\":\"a\",\"role\":\"leader\",\"leader\":\"a\",\"term\":")
                    .contains("\"overruled\":[\"fence-field\"]");
        }
    }
}
