package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes in one process, each with clients of its own. */
final class ThreeNodesTest {
    @TempDir
    Path directory;

    private Nodes nodes;

    @BeforeEach
    void start() {
        nodes = new Nodes(directory, "a", "b", "c");
        nodes.startAll();
    }

    @AfterEach
    void stop() {
        nodes.close();
        assertThat(nodes.fatal).isEmpty();
    }

    @Test
    @Pitfall("HA-02")
    void anyNodeServesAndAllComeToTheSameState() {
        WireClient alice = nodes.client("a");
        WireClient bob = nodes.client("b");
        WireClient carol = nodes.client("c");

        assertThat(alice.ask("incr", "hits", "1")).isEqualTo("ok 1");
        assertThat(bob.ask("incr", "hits", "1")).isEqualTo("ok 2");
        assertThat(carol.ask("incr", "hits", "1")).isEqualTo("ok 3");
        assertThat(bob.ask("kset", "mode", "blue")).isEqualTo("ok");
        assertThat(carol.ask("kget", "mode", "")).isEqualTo("ok blue");

        nodes.awaitEqual();
    }

    @Test
    void aLockPassesFromTheClientOfOneNodeToThatOfAnother() {
        WireClient alice = nodes.client("a");
        WireClient bob = nodes.client("b");
        WireClient carol = nodes.client("c");
        String token = alice.ask("l", "k", "10").split(" ", -1)[1];
        bob.send("l", "k", "60");
        awaitWaiters(1);
        carol.send("l", "k", "60");
        awaitWaiters(2);

        assertThat(alice.ask("r", "k", token)).isEqualTo("ok");

        String granted = bob.readLine();
        assertThat(granted).startsWith("ok ");
        carol.expectQuiet(100);
        bob.close();
        assertThat(carol.readLine()).startsWith("ok ").isNotEqualTo(granted);
    }

    @Test
    void pushesReachSubscribersOnEveryNode() {
        WireClient alice = nodes.client("a");
        WireClient bob = nodes.client("b");
        WireClient carol = nodes.client("c");
        assertThat(alice.ask("listen", "orders.>", "")).isEqualTo("ok");
        assertThat(bob.ask("watch", "config.*", "")).isEqualTo("ok");

        assertThat(carol.ask("signal", "orders.new", "42")).isEqualTo("ok 1");
        assertThat(carol.ask("kset", "config.mode", "blue")).isEqualTo("ok");

        assertThat(alice.readLine()).isEqualTo("sig orders.new 42");
        assertThat(bob.readLine()).isEqualTo("watch kset config.mode");
    }

    @Test
    @Pitfall({"HA-01", "HA-08"})
    void whatWasAnsweredOutlivesTheLeader() {
        String leader = nodes.leader();
        WireClient survivor = nodes.client(nodes.follower());
        String granted = survivor.ask("l", "k", "10 600");
        assertThat(survivor.ask("incr", "hits", "5")).isEqualTo("ok 5");

        nodes.stop(leader);

        WireClient other = nodes.client(nodes.leader());
        assertThat(other.ask("get", "hits", "")).isEqualTo("ok 5");
        assertThat(other.ask("l", "k", "0")).isEqualTo("timeout");
        assertThat(survivor.ask("n", "k", granted.split(" ", -1)[1] + " 600")).isEqualTo("ok 600");
    }

    @Test
    void theSessionsOfANodeThatIsGoneEndAndItMayComeBack() {
        String gone = nodes.follower();
        WireClient lost = nodes.client(gone);
        assertThat(lost.ask("l", "k", "10 600")).startsWith("ok ");
        WireClient waiting = nodes.client(nodes.leader());
        waiting.send("l", "k", "60");
        awaitWaiters(1);

        nodes.stop(gone);

        assertThat(waiting.readLine(Nodes.PATIENCE)).startsWith("ok ");
        nodes.start(gone);
        assertThat(nodes.client(gone).ask("l", "other", "0")).startsWith("ok ");
        nodes.awaitEqual();
    }

    @Test
    void leadershipIsHandedOverWithoutALoss() throws Exception {
        String leader = nodes.leader();
        String next = nodes.follower();
        WireClient client = nodes.client(next);
        String token = client.ask("l", "k", "10 600").split(" ", -1)[1];

        nodes.runtime(leader).transfer(next).get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);

        assertThat(nodes.leader()).isEqualTo(next);
        assertThat(client.ask("n", "k", token + " 600")).isEqualTo("ok 600");
    }

    private void awaitWaiters(int count) {
        String leader = nodes.leader();
        Nodes.eventually().until(() -> nodes.server(leader).census().waiters() == count);
    }
}
