package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dflockd.testkit.WireClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

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

    @Test
    void settingsChangeOnALeaderThatIsAtWork() {
        try (Nodes nodes = new Nodes(directory, "a")) {
            nodes.startAll();
            WireClient operator = nodes.client("a");
            WireClient busy = nodes.client("a");

            for (int i = 1; i <= 200; i++) {
                busy.sendRaw("incr\nc\n1\n".repeat(50));
                assertThat(operator.ask("cluster", "set", "max-locks " + i)).isEqualTo("ok");
                for (int j = 0; j < 50; j++) {
                    assertThat(busy.readLine()).startsWith("ok ");
                }
            }
        }
    }

    @Test
    void aFlagThatDoesNotHoldIsNamedAlsoAfterAnOrderlyRestart() {
        try (Nodes nodes = new Nodes(directory, "a")) {
            nodes.startAll();
            assertThat(nodes.client("a").ask("cluster", "set", "max-locks 77")).isEqualTo("ok");
            nodes.stop("a");

            List<String> warnings = warningsDuring(() -> nodes.start("a"));

            assertThat(warnings).contains("max-locks is 77 in this cluster, not 1024 as this node was started with");
        }
    }

    private static List<String> warningsDuring(Runnable work) {
        Logger logger = (Logger) LoggerFactory.getLogger(Administrator.class);
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        try {
            work.run();
            return appender.list.stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        } finally {
            logger.detachAppender(appender);
        }
    }

    @Test
    void whatOneKeyAndOneSessionAreToldOfIsOfThisMoment() {
        try (Nodes nodes = new Nodes(directory, "a")) {
            nodes.startAll();
            WireClient client = nodes.client("a");
            assertThat(client.ask("name", "_", "billing")).isEqualTo("ok");
            assertThat(client.ask("l", "deploy", "0 600")).startsWith("ok ");

            Nodes.eventually().until(() -> !client.ask("stats", "deploy", "key").contains("\"held_s\":0.000"));

            assertThat(client.ask("stats", "deploy", "key"))
                    .contains("\"name\":\"billing\",\"address\":\"127.0.0.1:")
                    .contains("\"node\":\"a\"");
            assertThat(client.ask("stats", "1", "session")).contains("\"held_count\":1,");
        }
    }
}
