package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.OFTEN;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that knows no tags: what waits or is held has a connection of its own, besides the shared one. */
final class ClassicModeTest {
    private static final int SHARED = 1;

    private final TestServer server = TestServer.start();
    private final ClassicServer classic = new ClassicServer(server.port());
    private final Dflockd client = Clients.connect(classic.address());

    @AfterEach
    void closeAll() {
        client.close();
        classic.close();
        server.close();
    }

    @Test
    void givesLocksAndClosesTheirConnectionsAfterwards() {
        Grant one = client.lock("one").acquire(LONG);
        Grant two = client.semaphore("two", 3).acquire(LONG);
        Grant three = client.readWriteLock("three").write().acquire(LONG);
        assertThat(one.fence()).isNotEqualTo(two.fence());
        server.awaitConnections(SHARED + 3);

        assertThat(one.release()).isTrue();
        assertThat(two.release()).isTrue();
        assertThat(three.release()).isTrue();

        server.awaitConnections(SHARED);
        assertThat(server.census().holders()).isZero();
    }

    @Test
    void concurrentAcquiresWaitOnConnectionsOfTheirOwn() {
        Grant first = client.lock("orders").acquire(LONG);
        CompletableFuture<Grant> second = client.lock("orders").acquireAsync(LONG);
        CompletableFuture<Grant> other = client.lock("other").acquireAsync(LONG);
        server.awaitWaiters(1);
        assertThat(Worker.start(other::join).result().isHeld()).isTrue();

        first.close();

        assertThat(Worker.start(second::join).result().isHeld()).isTrue();
        server.awaitConnections(SHARED + 2);
    }

    @Test
    void locksAreRenewedWhileAnotherAcquireWaits() {
        Tally tally = new Tally();
        try (Dflockd eager = Dflockd.connect(
                options(classic.address()).renewalRatio(OFTEN).metrics(tally).build())) {
            Grant held = eager.lock("orders").lease(LONG).acquire(LONG);
            CompletableFuture<Grant> waiting = eager.lock("orders").acquireAsync(LONG);
            server.awaitWaiters(1);

            tally.awaitRenewals(3);

            assertThat(held.isHeld()).isTrue();
            assertThat(waiting).isNotDone();
            assertThat(tally.losses()).isEmpty();
        }
    }

    @Test
    void aTimeoutClosesTheConnectionToo() {
        Grant held = client.lock("orders").acquire(LONG);

        assertThatThrownBy(() -> client.lock("orders").acquire(Duration.ofSeconds(1)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(client.lock("orders").tryAcquire()).isEmpty();

        server.awaitConnections(SHARED + 1);
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    void aPatienceBelowASecondEndsInATimeoutToo() {
        Grant held = client.lock("orders").acquire(LONG);

        assertThatThrownBy(() -> client.lock("orders").acquire(Duration.ofMillis(50)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(client.lock("orders").tryAcquire(Duration.ofMillis(50))).isEmpty();
        Ticket ticket = client.lock("orders").enqueue();
        assertThatThrownBy(() -> ticket.await(Duration.ofMillis(50))).isInstanceOf(LockTimeoutException.class);

        server.awaitConnections(SHARED + 1);
        server.awaitWaiters(0);
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    @Pitfall("CL-05")
    void aCancelledAcquireLeavesTheQueueAndNothingElse() {
        Grant held = client.lock("orders").acquire(LONG);
        CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);
        server.awaitWaiters(1);

        waiting.cancel(false);

        server.awaitWaiters(0);
        server.awaitConnections(SHARED + 1);
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    void anAcquireIsTriedAgainUntilItGetsAConnectionOfItsOwn() {
        try (FaultProxy proxy = new FaultProxy(classic.port());
                Dflockd cutOff = Clients.connect(proxy.address())) {
            proxy.resetNew();
            CompletableFuture<Grant> waiting = cutOff.lock("orders").acquireAsync(LONG);
            proxy.awaitTurnedAway(3);

            proxy.acceptNew();

            assertThat(Worker.start(waiting::join).result().release()).isTrue();
        }
    }

    @Test
    void theEndOfTheClientEndsAnAcquireThatIsTriedAgain() {
        try (FaultProxy proxy = new FaultProxy(classic.port());
                Dflockd cutOff = Clients.connect(proxy.address())) {
            proxy.resetNew();
            CompletableFuture<Grant> waiting = cutOff.lock("orders").acquireAsync(LONG);
            proxy.awaitTurnedAway(3);

            cutOff.close();

            assertThat(Worker.start(waiting::join).failure()).hasMessageContaining("closed");
        }
    }

    @Test
    void aTimeoutOrACancellationIsNoTroubleForTheNext() {
        try (Dflockd slow =
                Dflockd.connect(options(classic.address()).backoff(LONG, LONG).build())) {
            Grant held = client.lock("orders").acquire(LONG);
            for (int i = 0; i < 3; i++) {
                assertThat(slow.lock("orders").tryAcquire(Duration.ofMillis(20)))
                        .isEmpty();
            }

            assertThat(Worker.start(() -> slow.lock("other").tryAcquire()).result())
                    .isPresent();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void whoDoesNotWantToWaitIsToldOfTroubleAndTheNextOneTries() {
        try (FaultProxy proxy = new FaultProxy(classic.port());
                Dflockd hasty = Clients.of(proxy.address())) {
            proxy.resetNew();
            for (int i = 0; i < 5; i++) {
                assertThat(Worker.start(() -> hasty.lock("orders").tryAcquire()).failure())
                        .isInstanceOf(ConnectionException.class)
                        .hasMessageContaining(proxy.address());
            }
            proxy.acceptNew();

            eventually()
                    .ignoreExceptions()
                    .until(() -> hasty.lock("orders").tryAcquire().isPresent());
        }
    }

    @Test
    @Pitfall("CL-16")
    void aConnectionOfItsOwnThatHangsIsGivenUpWithThePatience() {
        try (ScriptedServer hanging = ScriptedServer.classic();
                Dflockd patient = Dflockd.connect(options(hanging.address())
                        .answerTimeout(Duration.ofMillis(100))
                        .connectTimeout(LONG)
                        .build())) {
            hanging.ignore("fence");

            assertThat(Worker.start(() -> patient.lock("orders").acquire(Duration.ofMillis(100)))
                            .failure())
                    .isInstanceOf(ConnectionException.class);
            eventually().until(() -> hanging.connection(1).isEnded());

            CompletableFuture<Grant> waiting = patient.lock("orders").acquireAsync(LONG);
            hanging.awaitConnections(3);
            waiting.cancel(false);
            eventually().until(() -> hanging.connection(2).isEnded());
        }
    }

    @Test
    void ticketsWork() {
        Grant held = client.lock("orders").acquire(LONG);
        Ticket one = client.lock("orders").enqueue();
        Ticket two = client.lock("orders").enqueue();
        Ticket three = client.lock("orders").enqueue();
        server.awaitWaiters(3);

        two.close();
        held.close();

        one.await(LONG).close();
        three.await(LONG).close();
        server.awaitConnections(SHARED);
        assertThat(server.census().holders()).isZero();
    }

    @Test
    void theEndOfTheClientEndsAllConnections() {
        Grant held = client.lock("orders").acquire(LONG);
        CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(LONG);
        server.awaitWaiters(1);

        client.close();

        server.awaitQuiet();
        eventually().until(() -> !held.isHeld());
        assertThat(Worker.start(waiting::join).failure()).hasMessageContaining("closed");
    }

    @Test
    void aGrantOfAServerWithoutFencesSaysSo() {
        try (ClassicServer older = new ClassicServer(server.port(), Set.of("tag", "fence"));
                Dflockd old = Clients.connect(older.address());
                Grant grant = old.lock("orders").acquire(LONG)) {
            assertThat(grant.isHeld()).isTrue();
            assertThatThrownBy(grant::fence)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining(older.address())
                    .hasMessageContaining("fences");
            assertThat(grant.release()).isTrue();
        }
    }

    @Test
    void aServerThatAnswersAnErrorToEverythingIsToldByItsAnswer() {
        try (ScriptedServer nothing = ScriptedServer.classic();
                Dflockd stranger = Clients.connect(nothing.address())) {
            assertThatThrownBy(() -> stranger.lock("orders").acquire(LONG)).hasMessageContaining("orders");

            eventually().until(() -> nothing.connection(1).isEnded());
            assertThat(nothing.connection(0).isEnded()).isFalse();
        }
    }
}
