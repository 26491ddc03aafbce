package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Direction.BOTH;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of grants and calls when nothing comes back from the server any more, and nobody is told. */
final class SilentServerTest {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TestServer server = TestServer.start();
    private final FaultProxy proxy = new FaultProxy(server.port());
    private final Tally tally = new Tally();

    @AfterEach
    void closeAll() {
        proxy.close();
        server.close();
    }

    private DflockdOptions.Builder throughProxy() {
        return options(proxy.address()).metrics(tally).releaseTimeout(SHORT);
    }

    @Test
    @Pitfall("CL-01")
    void aGrantIsLostOnceAtTheEndOfItsLeaseAlthoughNoAnswerEverComes() {
        Queue<LossReason> told = new ConcurrentLinkedQueue<>();
        try (Dflockd client = Dflockd.connect(throughProxy().answerTimeout(LONG).build())) {
            Grant grant = client.lock("orders").lease(SECOND).acquire(LONG);
            grant.onLost(told::add);
            proxy.blackHole(BOTH);

            eventually().until(() -> !grant.isHeld());

            eventually().untilAsserted(() -> assertThat(told).containsExactly(LossReason.LEASE_EXPIRED));
            assertThat(grant.lost().toCompletableFuture().copy().join()).isEqualTo(LossReason.LEASE_EXPIRED);
            assertThat(grant.remaining()).isZero();
            assertThat(proxy.openConnections()).isOne();
        }
        assertThat(told).hasSize(1);
        assertThat(tally.losses()).hasSize(1);
    }

    @Test
    @Pitfall("CL-07")
    void releaseReturnsInTimeAndDoesNotClaimSuccess() {
        try (Dflockd client = Dflockd.connect(throughProxy().build())) {
            Grant grant = client.lock("orders").acquire(LONG);
            proxy.blackHole(BOTH);

            assertThat(Worker.start(grant::release).result()).isFalse();

            assertThat(grant.isHeld()).isFalse();
        }
    }

    @Test
    @Pitfall("CL-07")
    void releaseAndCloseReturnInTimeBehindARenewalThatIsStuck() {
        try (ScriptedServer scripted = ScriptedServer.tagged();
                Dflockd client = Dflockd.connect(options(scripted.address())
                        .renewalRatio(0.1)
                        .releaseTimeout(SHORT)
                        .build())) {
            scripted.on("l", "ok token 5");
            scripted.ignore("n");
            scripted.ignore("r");
            Grant one = client.lock("one").acquire(LONG);
            Grant two = client.lock("two").acquire(LONG);
            scripted.awaitFrames(2, "n");

            assertThat(Worker.start(one::release).result()).isFalse();
            assertThat(Worker.start(two::close).result()).isTrue();
            assertThat(Worker.start(client::close).result()).isTrue();
        }
    }

    @Test
    @Pitfall("CL-16")
    void anAcquireEndsWhenItsPatienceAndTheTimeForAnAnswerAreOver() {
        try (Dflockd client =
                Dflockd.connect(throughProxy().answerTimeout(SECOND).build())) {
            proxy.blackHole(BOTH);

            assertThat(Worker.start(() -> client.lock("orders").acquire(Duration.ofMillis(10)))
                            .failure())
                    .isInstanceOf(ConnectionException.class);
        }
    }

    @Test
    @Pitfall("CL-16")
    void whoeverWaitsForALockWaitsForASilentServerNoLongerThanItWanted() {
        try (Dflockd client = Dflockd.connect(throughProxy().answerTimeout(LONG).build())) {
            Ticket ticket = client.lock("tickets").enqueue();
            proxy.blackHole(BOTH);

            Worker<?> acquired = Worker.start(() -> client.lock("orders").acquire(SECOND));
            Worker<?> tried = Worker.start(() -> client.lock("orders").tryAcquire(SHORT));
            Worker<?> awaited = Worker.start(() -> ticket.await(SHORT));

            assertThat(acquired.failure())
                    .isInstanceOf(ConnectionException.class)
                    .hasMessage("lock 'orders' on " + proxy.address()
                            + ": no answer within 1.0 s; nothing is held or waited for");
            assertThat(tried.failure()).isInstanceOf(ConnectionException.class);
            assertThat(awaited.failure()).isInstanceOf(ConnectionException.class);
        }
    }

    @Test
    @Pitfall("CL-05")
    void aGrantThatComesAfterThatIsGivenBack() {
        try (ScriptedServer scripted = ScriptedServer.tagged();
                Dflockd client = Dflockd.connect(
                        options(scripted.address()).answerTimeout(LONG).build())) {
            scripted.ignore("l");
            scripted.on("cancel", "error");
            scripted.on("r", "ok");
            assertThat(Worker.start(() -> client.lock("orders").acquire(SHORT)).failure())
                    .isInstanceOf(ConnectionException.class);

            scripted.awaitFrame("l").answer("ok token 33");

            assertThat(scripted.awaitFrame("r").argument()).isEqualTo("token");
        }
    }

    @Test
    @Pitfall("CL-16")
    void everyOtherCallEndsToo() {
        try (Dflockd client =
                Dflockd.connect(throughProxy().answerTimeout(SECOND).build())) {
            Ticket ticket = client.lock("tickets").enqueue();
            Grant held = ticket.await(LONG);
            Ticket waiting = client.lock("tickets").enqueue();
            proxy.blackHole(BOTH);

            Worker<Grant> awaited = Worker.start(() -> waiting.await(Duration.ZERO));
            Worker<?> tried = Worker.start(() -> client.lock("a").tryAcquire());
            Worker<?> enqueued = Worker.start(() -> client.lock("a").enqueue());
            Worker<?> async = Worker.start(
                    () -> client.semaphore("b", 3).acquireAsync(Duration.ZERO).join());
            Worker<Boolean> released = Worker.start(held::release);

            assertThat(awaited.failure()).isInstanceOf(ConnectionException.class);
            assertThat(tried.failure()).isInstanceOf(ConnectionException.class);
            assertThat(enqueued.failure()).isInstanceOf(ConnectionException.class);
            assertThat(async.failure()).hasCauseInstanceOf(ConnectionException.class);
            assertThat(released.result()).isFalse();
        }
    }

    @Test
    void aCallThatChecksTheGrantThrowsOnceItIsLost() {
        try (Dflockd client = Dflockd.connect(throughProxy().build())) {
            Grant grant = client.lock("orders").acquire(LONG);
            proxy.resetAll();
            eventually().until(() -> !grant.isHeld());

            assertThat(Worker.start(grant::ensureHeld).failure())
                    .isInstanceOf(GrantLostException.class)
                    .hasMessageContainingAll("orders", proxy.address(), "the connection broke");
            assertThat(Worker.start(grant::fence).failure()).isInstanceOf(GrantLostException.class);
            assertThat(Worker.start(grant::token).failure()).isInstanceOf(GrantLostException.class);
        }
    }
}
