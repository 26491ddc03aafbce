package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client of three nodes of which one goes away. The nodes share nothing: what matters is which of them is asked. */
final class ClusterTest {
    private final List<TestServer> nodes = List.of(TestServer.start(), TestServer.start(), TestServer.start());
    private final Tally tally = new Tally();
    private final Dflockd client =
            Dflockd.connect(Clients.clusterOptions(addresses()).metrics(tally).build());

    private String[] addresses() {
        return nodes.stream().map(TestServer::address).toArray(String[]::new);
    }

    @AfterEach
    void close() {
        client.close();
        nodes.forEach(TestServer::close);
    }

    /** The node that the client is at. */
    private TestServer home() {
        return nodes.stream()
                .filter(node -> client.toString().endsWith("connected to " + node.address() + "]"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("is at none of its nodes: " + client));
    }

    private static String move(TestServer from, TestServer to, MoveReason reason) {
        return from.address() + " -> " + to.address() + " " + reason;
    }

    @Test
    @Pitfall("HA-12")
    void everythingUsesOneLastingConnectionToOneNode() {
        TestServer home = home();
        Grant grant = client.lock("orders").acquire(LONG);
        client.counter("hits").increment();
        client.values().put("mode", "blue");

        assertThat(grant.isHeld()).isTrue();
        assertThat(home.census().holders()).isOne();
        assertThat(nodes).extracting(TestServer::connections).containsExactlyInAnyOrder(1, 0, 0);
        assertThat(tally.moves()).isEmpty();
        assertThat(grant.release()).isTrue();
    }

    @Test
    @Pitfall("HA-12")
    void aLockIsLostWithItsNodeAndTheNextOneIsAcquiredAtAnother() {
        TestServer dead = home();
        Grant grant = client.lock("orders").acquire(LONG);
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        grant.onLost(told::complete);

        dead.stop();

        assertThat(Worker.start(told::join).result()).isEqualTo(LossReason.CONNECTION_LOST);
        assertThat(grant.isHeld()).isFalse();
        Grant next = client.lock("orders").acquire(LONG);
        assertThat(home()).isNotSameAs(dead);
        assertThat(home().census().holders()).isOne();
        assertThat(tally.moves()).containsExactly(move(dead, home(), MoveReason.NODE_GONE));
        assertThat(next.release()).isTrue();
    }

    @Test
    void anAcquireThatWaitsGoesOnAtAnotherNode() {
        TestServer dead = home();
        Grant before = client.lock("orders").acquire(LONG); // on the same connection: it ends with that of the waiter
        CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);
        dead.awaitWaiters(1);

        dead.stop();

        assertThat(Worker.start(waiting::join).result().isHeld()).isTrue();
        assertThat(before.isHeld()).isFalse();
        assertThat(home()).isNotSameAs(dead);
    }

    @Test
    void subscriptionsMoveWithItAndTellThatSomethingMayHaveBeenMissed() {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        Queue<Gap> gaps = new ConcurrentLinkedQueue<>();
        Subscription subscription = client.watch("config.*", change -> heard.add(change.key()));
        subscription.onGap(gaps::add);
        TestServer dead = home();

        dead.stop();
        eventually().until(() -> !gaps.isEmpty());

        client.values().put("config.mode", "blue");
        eventually().until(() -> heard.contains("config.mode"));
        assertThat(home()).isNotSameAs(dead);
        assertThat(gaps).containsExactly(Gap.CONNECTION_LOST);
    }

    @Test
    void aNodeThatGoesDownInAnOrderlyWayIsLeftAndWhatIsHeldThereIsKept() {
        TestServer draining = home();
        Grant held = client.lock("orders").acquire(LONG);

        Worker<Boolean> drain = Worker.start(draining::drain);
        eventually().until(() -> {
            client.lock("mails").acquire(LONG).close();
            return !client.toString().endsWith(draining.address() + "]");
        });

        assertThat(held.isHeld()).isTrue();
        assertThat(held.release()).isTrue();
        assertThat(drain.result()).isTrue();
        assertThat(tally.moves()).containsExactly(move(draining, home(), MoveReason.DRAINING));
        assertThat(tally.losses()).isEmpty();
    }

    @Test
    void startsWithWhicheverNodeIsThere() {
        nodes.get(0).stop();
        nodes.get(2).stop();

        for (int i = 0; i < 10; i++) { // whatever the order in which it tries them
            try (Dflockd late =
                    Dflockd.connect(Clients.clusterOptions(addresses()).build())) {
                assertThat(late.counter("hits").increment()).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void notAllClientsBeginAtTheSameNode() {
        Queue<Dflockd> others = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 100 && nodes.stream().anyMatch(node -> node.census().holders() == 0); i++) {
            Dflockd another =
                    Dflockd.connect(Clients.clusterOptions(addresses()).build());
            another.lock("orders-" + i).acquire(LONG);
            others.add(another);
        }

        assertThat(nodes).allSatisfy(node -> assertThat(node.census().holders()).isPositive());
        others.forEach(Dflockd::close);
    }

    @Test
    @Pitfall("HA-22")
    void whenAllNodesAreGoneTheExceptionSaysWhatWasTried() {
        nodes.forEach(TestServer::stop);

        assertThatThrownBy(() ->
                        Dflockd.connect(Clients.clusterOptions(addresses()).build()))
                .isInstanceOf(ConnectionException.class)
                .hasMessageStartingWith("no node of the cluster can be used: ")
                .hasMessageContainingAll(addresses())
                .hasMessageContaining("connection refused");
        assertThatThrownBy(() -> client.lock("orders").tryAcquire())
                .isInstanceOf(ConnectionException.class)
                .hasMessageContainingAll(addresses());
    }

    @Test
    void theFirstNodeThatComesBackIsTaken() {
        nodes.forEach(TestServer::stop);
        CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);
        eventually().until(() -> tally.failedConnects() > 2 * nodes.size());

        nodes.get(1).startAgain();

        assertThat(Worker.start(waiting::join).result().isHeld()).isTrue();
        assertThat(home()).isSameAs(nodes.get(1));
    }
}
