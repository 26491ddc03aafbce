package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.OFTEN;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the client makes of a node that refuses a request because it knows of no leader. */
final class NotLeaderTest {
    private static final String GRANTED = "ok 0000000000000001aaaaaaaaaaaaaaaa 33 1";

    private final List<ScriptedServer> nodes =
            List.of(ScriptedServer.tagged(), ScriptedServer.tagged(), ScriptedServer.tagged());
    private final Tally tally = new Tally();
    private final Dflockd client = Dflockd.connect(Clients.clusterOptions(addresses())
            .renewalRatio(OFTEN)
            .metrics(tally)
            .build());
    private final ScriptedServer home =
            nodes.stream().filter(node -> node.connections() == 1).findFirst().orElseThrow();
    private final List<ScriptedServer> others =
            nodes.stream().filter(node -> node != home).toList();

    NotLeaderTest() {
        nodes.forEach(node -> node.on("n", "ok 33 1"));
    }

    private String[] addresses() {
        return nodes.stream().map(ScriptedServer::address).toArray(String[]::new);
    }

    @AfterEach
    void close() {
        client.close();
        nodes.forEach(ScriptedServer::close);
    }

    /** How often a command was asked, of whatever node. */
    private long asked(String command) {
        return nodes.stream().mapToLong(node -> node.frames(command).size()).sum();
    }

    private void elsewhere(String command, String answer) {
        others.forEach(node -> node.on(command, answer));
    }

    @Test
    void aRequestIsAskedOfAnotherNodeAndDoneOnce() {
        home.on("incr", "error_not_leader");
        elsewhere("incr", "ok 1");

        assertThat(client.counter("hits").increment()).isOne();

        assertThat(asked("incr")).isEqualTo(2);
        assertThat(tally.moves())
                .singleElement()
                .asString()
                .startsWith(home.address())
                .endsWith("NOT_LEADER");
        assertThat(client.counter("hits").increment()).isOne();
        assertThat(home.frames("incr"))
                .as("the client stays where it is served")
                .hasSize(1);
    }

    @Test
    @Pitfall("HA-10")
    void aRequestWhoseAnswerWasCutOffIsNotAskedAgain() {
        nodes.forEach(node -> node.on("incr", frame -> frame.connection().reset()));

        assertThatThrownBy(() -> client.counter("hits").increment())
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("may or may not have carried it out");

        assertThat(asked("incr")).isOne();
    }

    @Test
    void anAcquireIsAskedOfAnotherNodeEvenIfItDoesNotWait() {
        home.on("l", "error_not_leader");
        elsewhere("l", GRANTED);
        elsewhere("r", "ok");

        assertThat(client.lock("orders").tryAcquire()).hasValueSatisfying(grant -> {
            assertThat(grant.isHeld()).isTrue();
            assertThat(grant.release()).isTrue();
        });
        assertThat(asked("l")).isEqualTo(2);
    }

    @Test
    void anAcquireThatWaitsGoesRoundUntilThereIsALeader() {
        nodes.forEach(node -> node.on("l", "error_not_leader"));
        CompletableFuture<Grant> patient = client.lock("orders").acquireAsync(LONG);
        eventually().until(() -> asked("l") > 7);
        assertThat(nodes).allSatisfy(node -> assertThat(node.frames("l")).isNotEmpty());

        others.get(1).on("l", GRANTED);

        assertThat(Worker.start(patient::join).result().isHeld()).isTrue();
    }

    @Test
    void aPlaceInTheQueueIsAskedOfAnotherNode() {
        home.on("e", "error_not_leader");
        elsewhere("e", "queued");
        elsewhere("w", "timeout");

        client.lock("orders").enqueue().close();

        assertThat(asked("e")).isEqualTo(2);
        assertThat(home.frames("w")).isEmpty();
    }

    @Test
    void aConsumerThatWaitsIsServedByAnotherNode() {
        home.on("blpop", "error_not_leader");
        elsewhere("blpop", "ok build 42");

        assertThat(client.list("jobs").takeFirst(LONG)).contains("build 42");

        assertThat(asked("blpop")).isEqualTo(2);
    }

    @Test
    void aSubscriptionIsAskedOfAnotherNode() {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        home.on("watch", "error_not_leader");
        elsewhere("watch", "ok");

        client.watch("config.*", change -> heard.add(change.key()));

        assertThat(asked("watch")).isEqualTo(2);
        others.forEach(node -> node.push("watch kset config.mode"));
        eventually().until(() -> heard.contains("config.mode"));
    }

    @Test
    void aSubscriptionThatNoNodeTakesIsRefused() {
        nodes.forEach(node -> node.on("watch", "error_not_leader"));

        assertThat(Worker.start(() -> client.watch("config.*", change -> {})).failure())
                .isInstanceOf(NotLeaderException.class);

        assertThat(asked("watch")).isEqualTo(3);
    }

    @Test
    @Pitfall("HA-12")
    void whatIsHeldStaysWhereItIsAndTheOldConnectionEndsWithIt() {
        home.on("l", GRANTED);
        home.on("r", "ok");
        home.on("incr", "error_not_leader");
        elsewhere("incr", "ok 1");
        Grant grant = client.lock("orders").acquire(LONG);

        client.counter("hits").increment();

        tally.awaitRenewals(5); // which take longer than an unused connection is kept
        assertThat(grant.isHeld()).isTrue();
        assertThat(home.connection(0).isEnded()).isFalse();
        assertThat(grant.release()).isTrue();
        assertThat(home.frames("r")).hasSize(1);
        eventually().until(() -> home.connection(0).isEnded());
        assertThat(tally.losses()).isEmpty();
    }

    @Test
    void whatTheOldConnectionStillTellsIsHeardNoMore() {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        nodes.forEach(node -> node.on("watch", "ok"));
        home.on("l", GRANTED);
        home.on("r", "ok");
        home.on("incr", "error_not_leader");
        elsewhere("incr", "ok 1");
        client.watch("config.*", change -> heard.add(change.key()));
        Grant grant = client.lock("orders").acquire(LONG);
        client.counter("hits").increment();
        home.awaitFrame("unwatch");

        home.push("watch kset config.old");
        grant.release(); // whose answer comes behind it
        others.forEach(node -> node.push("watch kset config.new"));

        eventually().until(() -> heard.contains("config.new"));
        assertThat(heard).containsExactly("config.new");
    }

    @Test
    void theEndOfTheClientIsTheEndOfConnectionsThatWereLeft() {
        home.on("l", GRANTED);
        home.on("incr", "error_not_leader");
        elsewhere("incr", "ok 1");
        client.lock("orders").acquire(LONG);
        client.counter("hits").increment();

        client.close();

        eventually().until(() -> home.connection(0).isEnded());
        assertThat(tally.losses()).containsExactly(LossReason.CLIENT_CLOSED);
    }

    @Test
    @Pitfall("HA-22")
    void aHintToAMemberIsFollowed() {
        ScriptedServer leader = others.get(1);
        home.on("incr", "error_not_leader " + leader.address());
        elsewhere("incr", "ok 1");

        assertThat(client.counter("hits").increment()).isOne();

        assertThat(leader.frames("incr")).hasSize(1);
        assertThat(others.get(0).connections()).isZero();
    }

    @Test
    @Pitfall("HA-22")
    void aHintToAForeignHostIsNot() {
        try (ScriptedServer foreign = ScriptedServer.tagged()) {
            home.on("incr", "error_not_leader " + foreign.address());
            elsewhere("incr", "ok 1");

            assertThat(client.counter("hits").increment()).isOne();

            assertThat(foreign.connections()).isZero();
        }
    }

    @Test
    @Pitfall("HA-22")
    void nodesThatSendItInCirclesAreAskedOnceEachAndTheExceptionSaysWhatTheLastOneSaid() {
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i)
                    .on(
                            "l",
                            "error_not_leader "
                                    + nodes.get((i + 1) % nodes.size()).address());
        }

        assertThat(Worker.start(() -> client.lock("orders").tryAcquire()).failure())
                .isInstanceOf(NotLeaderException.class)
                .hasMessageContaining("the leader is ");

        assertThat(nodes).allSatisfy(node -> assertThat(node.frames("l")).hasSize(1));
    }

    @Test
    void aSingleServerIsAskedAgainByWhoeverWaits() {
        try (ScriptedServer single = ScriptedServer.tagged();
                Dflockd alone = Clients.connect(single.address())) {
            single.on("incr", "error_not_leader");
            single.once("l", "error_not_leader");
            single.on("l", GRANTED);

            assertThat(alone.lock("orders").acquire(LONG).isHeld()).isTrue();
            assertThatThrownBy(() -> alone.counter("hits").increment()).isInstanceOf(NotLeaderException.class);

            assertThat(single.connections()).isOne();
        }
    }
}
