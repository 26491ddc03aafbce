package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.OFTEN;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Direction.TO_CLIENT;
import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReconnectTest extends BehindProxy {
    @Test
    @Pitfall("CL-03")
    void laterLocksOfANameWhoseGrantWasLostAreRenewed() {
        try (Dflockd eager = Dflockd.connect(
                options(proxy.address()).renewalRatio(OFTEN).metrics(tally).build())) {
            Lock lock = eager.lock("orders").lease(LONG);
            Grant first = lock.acquire(LONG);
            proxy.resetAll();
            eventually().until(() -> !first.isHeld());

            Grant second = lock.acquire(LONG);

            tally.awaitRenewals(3);
            assertThat(second.release()).isTrue();
            assertThat(tally.losses()).containsExactly(LossReason.CONNECTION_LOST);
        }
    }

    /** The request has arrived and was granted; so much of the answer comes through. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    @Pitfall("CL-12")
    void anAcquireWhoseAnswerWasCutOffIsTriedAgainAndDoesNotWaitForItsOwnGhost(int bytes) {
        proxy.present().cutAfter(TO_CLIENT, bytes);

        Grant grant = client.lock("orders").lease(LONG).acquire(PATIENCE);

        assertThat(grant.isHeld()).isTrue();
        assertThat(proxy.connections()).isEqualTo(2);
        server.awaitConnections(1);
        assertThat(server.census().holders()).isOne();
        assertThat(grant.release()).isTrue();
    }

    @Test
    @Pitfall("CL-12")
    void anAcquireThatWaitsInTheQueueWaitsOnAfterTheConnectionBroke() {
        try (Dflockd other = Clients.connect(server.address())) {
            Grant holder = other.lock("orders").acquire(LONG);
            CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);
            server.awaitWaiters(1);

            proxy.resetAll();
            proxy.awaitConnections(2);
            server.awaitWaiters(1);
            holder.close();

            assertThat(Worker.start(waiting::join).result().isHeld()).isTrue();
            server.awaitHolders(1);
        }
    }

    @Test
    void anAcquireWaitsForAServerThatIsStartedAgain() {
        Grant before = client.lock("orders").acquire(LONG);
        server.stop();
        eventually().until(() -> !before.isHeld());
        CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);

        server.startAgain();

        assertThat(Worker.start(waiting::join).result().isHeld()).isTrue();
        assertThat(before.isHeld()).isFalse();
    }

    @Test
    void anAcquireEndsWithItsPatienceIfNoServerComesBack() {
        try (Dflockd impatient = Dflockd.connect(
                options(proxy.address()).answerTimeout(Duration.ofMillis(50)).build())) {
            proxy.refuseNew();
            proxy.resetAll();

            assertThat(Worker.start(() -> impatient.lock("orders").acquire(Duration.ofMillis(50)))
                            .failure())
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(proxy.address());
        }
    }

    @Test
    void whoDoesNotWantToWaitDoesNotWaitForAServerThatIsAway() {
        proxy.refuseNew();
        proxy.resetAll();
        eventually().until(() -> tally.disconnects() == 1);

        for (int i = 0; i < 3; i++) { // with and without a pause before the next attempt
            assertThat(Worker.start(() -> client.lock("orders").tryAcquire()).failure())
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining(proxy.address());
        }
        proxy.acceptNew();

        eventually()
                .ignoreExceptions()
                .until(() -> client.lock("orders").tryAcquire().isPresent());
    }

    @Test
    void everythingUsesOneConnectionAgain() {
        proxy.resetAll();

        CompletableFuture<Grant> one = client.lock("one").acquireAsync(LONG);
        CompletableFuture<Grant> two = client.semaphore("two", 3).acquireAsync(LONG);
        CompletableFuture<Grant> three = client.readWriteLock("three").read().acquireAsync(LONG);

        Worker.start(CompletableFuture.allOf(one, two, three)::join).result();
        server.awaitConnections(1);
        assertThat(server.census().holders()).isEqualTo(3);
    }

    @Test
    void theMetricsTellConnectionsThatEndedFromThoseThatWereNotMade() {
        proxy.refuseNew();
        proxy.resetAll();
        CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);
        eventually().until(() -> tally.failedConnects() > 2);
        assertThat(tally.disconnects()).isOne();

        proxy.acceptNew();
        Worker.start(waiting::join).result();
        client.close();

        eventually().until(() -> tally.disconnects() == 2);
        assertThat(tally.connects()).isEqualTo(2);
    }

    @Test
    void anAcquireThatIsSentAwayByAServerGoingDownGetsItsTurnAfterTheRestart() {
        try (Dflockd other = Clients.connect(server.address())) {
            Grant holder = other.lock("orders").acquire(LONG);
            CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);
            server.awaitWaiters(1);

            Worker<Boolean> draining = Worker.start(server::drain);
            server.awaitWaiters(0);
            assertThat(waiting).isNotDone();
            holder.close();
            draining.result();
            server.startAgain();

            assertThat(Worker.start(waiting::join).result().isHeld()).isTrue();
        }
    }

    @Test
    void anAcquireIsAskedAgainUntilTheServerIsNotGoingDownAnyMoreOrItsTimeIsOver() {
        try (ScriptedServer scripted = ScriptedServer.tagged();
                Dflockd asking = Clients.connect(scripted.address())) {
            scripted.on("l", "error_draining");
            CompletableFuture<Grant> patient = asking.lock("orders").acquireAsync(LONG);
            eventually().until(() -> scripted.frames("l").size() > 3);

            assertThatThrownBy(() -> asking.lock("orders").acquire(Duration.ofMillis(20)))
                    .isInstanceOf(DrainingException.class);
            scripted.on("l", "ok 0000000000000001aaaaaaaaaaaaaaaa 33 1");

            assertThat(Worker.start(patient::join).result().isHeld()).isTrue();
        }
    }

    @Test
    void theEndOfTheClientEndsAnAcquireThatIsAskedAgainLater() {
        try (ScriptedServer scripted = ScriptedServer.tagged();
                Dflockd asking = Dflockd.connect(
                        options(scripted.address()).backoff(LONG, LONG).build())) {
            scripted.on("l", "error_draining");
            CompletableFuture<Grant> waiting = asking.lock("orders").acquireAsync(LONG);
            scripted.awaitFrame("l");

            asking.close();

            assertThat(Worker.start(waiting::join).failure()).hasCauseInstanceOf(ClientClosedException.class);
        }
    }
}
