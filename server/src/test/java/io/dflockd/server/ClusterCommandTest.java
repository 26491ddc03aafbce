package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.engine.Census;
import io.dflockd.engine.Stats;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.WireClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The command {@code cluster}, and what a node of a cluster adds to {@code stats}. */
final class ClusterCommandTest {
    private static final String STATUS = "{\"node\":\"a\"}";
    private static final String HASH = "7 00ff";

    private final List<String> changes = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Status> outcome = new CompletableFuture<>();

    private final Administration cluster = new Administration() {
        @Override
        public String status() {
            return STATUS;
        }

        @Override
        public String hash() {
            return HASH;
        }

        @Override
        public CompletableFuture<Status> transfer(String node) {
            changes.add("transfer " + node);
            return outcome;
        }

        @Override
        public CompletableFuture<Status> set(String setting, String value) {
            changes.add("set " + setting + " to " + value);
            return outcome;
        }
    };

    @Test
    void tellsHowTheClusterIs() throws StartupException {
        try (DflockdServer server = node(ServerConfig.builder());
                WireClient client = connect(server)) {
            assertThat(client.ask("cluster", " status ", "")).isEqualTo("ok " + STATUS);
            assertThat(client.ask("cluster", "hash", "")).isEqualTo("ok " + HASH);
            assertThat(client.ask("cluster", "dance", "")).isEqualTo("error");
            assertThat(client.ask("cluster", "", "")).isEqualTo("error");
            assertThat(client.ask("stats", "_", "summary")).endsWith("],\"cluster\":" + STATUS + "}");
            assertThat(client.ask("stats", "_", "")).endsWith("\"barriers\":[],\"cluster\":" + STATUS + "}");
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void itsAnswerIsNotTakenForThatOfTag() throws StartupException {
        try (DflockdServer server = node(ServerConfig.builder());
                WireClient client = connect(server)) {
            assertThat(client.ask("tag", "_", "on")).isEqualTo("ok");
            client.sendRaw("1 cluster\ntransfer\nb\n2 tag\n_\noff\n");
            assertThat(client.readLine()).isEqualTo("2 ok");

            outcome.complete(Status.ERROR);

            assertThat(client.readLine()).isEqualTo("1 error");
            assertThat(client.ask("ping", "_", "")).as("without tags").isEqualTo("ok");
        }
    }

    @Test
    void isAnsweredWhenTheChangeIsMadeAndNotOvertaken() throws StartupException {
        try (DflockdServer server = node(ServerConfig.builder());
                WireClient client = connect(server);
                WireClient other = connect(server)) {
            client.send("cluster", "transfer", "b");
            client.send("get", "c", "");
            assertThat(other.ask("ping", "_", "")).isEqualTo("ok"); // nobody else waits

            outcome.complete(Status.ERROR_NOT_LEADER);

            assertThat(client.readLine()).isEqualTo("error_not_leader");
            assertThat(client.readLine()).isEqualTo("ok 0");
        }
        assertThat(changes).containsExactly("transfer b");
    }

    @Test
    void keepsItsTag() throws StartupException {
        outcome.complete(Status.OK);
        try (DflockdServer server = node(ServerConfig.builder());
                WireClient client = connect(server)) {
            assertThat(client.ask("tag", "_", "on")).isEqualTo("ok");
            assertThat(client.ask("7 cluster", "set", "max-locks  5000")).isEqualTo("7 ok");
            assertThat(client.ask("8 cluster", "set", "max-locks")).isEqualTo("8 error");
        }
        assertThat(changes).containsExactly("set max-locks to 5000");
    }

    @Test
    void isAnErrorIfTheChangeFails() throws StartupException {
        outcome.completeExceptionally(new IllegalStateException("planted"));
        try (DflockdServer server = node(ServerConfig.builder());
                WireClient client = connect(server)) {
            assertThat(client.ask("cluster", "transfer", "b")).isEqualTo("error");
            assertThat(client.ask("ping", "_", "")).isEqualTo("ok");
        }
    }

    @Test
    void changesNothingForWhoeverHasNotShownTheSecretForIt() throws StartupException {
        outcome.complete(Status.OK);
        try (DflockdServer server =
                        node(ServerConfig.builder().authToken("hush").adminToken("hush-hush"));
                WireClient client = connect(server);
                WireClient administrator = connect(server);
                WireClient stranger = connect(server)) {
            assertThat(client.ask("auth", "_", "hush")).isEqualTo("ok");
            assertThat(client.ask("cluster", "status", "")).startsWith("ok ");
            assertThat(client.ask("cluster", "transfer", "b")).isEqualTo("error_auth");
            assertThat(client.ask("cluster", "set", "max-locks 1")).isEqualTo("error_auth");
            assertThat(client.ask("cluster", "hash", "")).isEqualTo("error_auth"); // it costs too much for everybody
            assertThat(client.ask("ping", "_", "")).isEqualTo("ok");
            assertThat(changes).isEmpty();

            assertThat(administrator.ask("auth", "_", "hush-hush")).isEqualTo("ok");
            assertThat(administrator.ask("cluster", "transfer", "b")).isEqualTo("ok");
            assertThat(administrator.ask("cluster", "hash", "")).isEqualTo("ok " + HASH);
            assertThat(administrator.ask("get", "c", "")).isEqualTo("ok 0");
            assertThat(changes).containsExactly("transfer b");

            assertThat(stranger.ask("cluster", "status", "")).isEqualTo("error_auth");
        }
    }

    @Test
    void isAnErrorInMemory() throws StartupException {
        try (DflockdServer server =
                        DflockdServer.start(ServerConfig.builder().port(0).build());
                WireClient client = connect(server)) {
            assertThat(client.ask("cluster", "status", "")).isEqualTo("error");
            assertThat(client.ask("stats", "_", "summary")).doesNotContain("cluster");
        }
    }

    private DflockdServer node(ServerConfig.Builder config) throws StartupException {
        return DflockdServer.start(
                config.port(0).build(),
                (server, clock, background) ->
                        new NodeRuntime(EmbeddedRuntime.open(server, clock, background), cluster));
    }

    private static WireClient connect(DflockdServer server) {
        return WireClient.connect("127.0.0.1", server.address().getPort());
    }

    /** A runtime in memory that says it belongs to a cluster. */
    private record NodeRuntime(EmbeddedRuntime runtime, Administration cluster) implements EngineRuntime {
        @Override
        public Administration administration() {
            return cluster;
        }

        @Override
        public void start() {
            runtime.start();
        }

        @Override
        public Intake newIntake() {
            return runtime.newIntake();
        }

        @Override
        public long nowNanos() {
            return runtime.nowNanos();
        }

        @Override
        public long leaseNanos() {
            return runtime.leaseNanos();
        }

        @Override
        public long lastTimeKeptNanos() {
            return runtime.lastTimeKeptNanos();
        }

        @Override
        public void dismissAll() {
            runtime.dismissAll();
        }

        @Override
        public Census census() {
            return runtime.census();
        }

        @Override
        public int things() {
            return runtime.things();
        }

        @Override
        public Stats stats() {
            return runtime.stats();
        }

        @Override
        public Reply stats(Key key) {
            return runtime.stats(key);
        }

        @Override
        public Reply stats(long session) {
            return runtime.stats(session);
        }

        @Override
        public Reply summary() {
            return runtime.summary();
        }

        @Override
        public void close() {
            runtime.close();
        }
    }
}
