package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two methods of one object at the same moment: both return, or fail with an exception that says why. */
@Pitfall("CL-14")
final class RaceTest {
    private static final int ROUNDS = 100;
    private static final int CLIENTS = 20;

    private final TestServer server = TestServer.start();
    private final FaultProxy proxy = new FaultProxy(server.port());

    @AfterEach
    void closeAll() {
        proxy.close();
        server.close();
    }

    /** Runs both at the same moment. What they throw is ours and has words. */
    private static void race(Runnable one, Runnable two) {
        CyclicBarrier start = new CyclicBarrier(2);
        Worker<Boolean> first = Worker.start(() -> run(one, start));
        Worker<Boolean> second = Worker.start(() -> run(two, start));
        assertThat(first.result()).isTrue();
        assertThat(second.result()).isTrue();
    }

    private static boolean run(Runnable task, CyclicBarrier start) throws InterruptedException {
        try {
            start.await();
            task.run();
        } catch (BrokenBarrierException impossible) {
            throw new AssertionError(impossible);
        } catch (DflockdException | IllegalStateException clear) {
            assertThat(clear).hasMessageMatching("(?s).{10,}");
        }
        return true;
    }

    @Test
    void releaseAgainstRelease() {
        try (Dflockd client = Clients.connect(server.address())) {
            for (int i = 0; i < ROUNDS; i++) {
                Grant grant = client.lock("orders").acquire(LONG);
                AtomicInteger confirmed = new AtomicInteger();
                race(
                        () -> confirmed.addAndGet(grant.release() ? 1 : 0),
                        () -> confirmed.addAndGet(grant.releaseAsync().join() ? 1 : 0));
                assertThat(confirmed).hasValue(2);
            }
        }
    }

    @Test
    void closeAgainstIsHeldAndTheOthersThatLook() {
        try (Dflockd client = Clients.connect(server.address())) {
            for (int i = 0; i < ROUNDS; i++) {
                Grant grant = client.lock("orders").acquire(LONG);
                race(grant::close, () -> {
                    grant.isHeld();
                    grant.remaining();
                    assertThat(grant.toString()).contains("orders");
                    grant.onLost(reason -> {});
                    grant.fence();
                });
                assertThat(grant.isHeld()).isFalse();
            }
            assertThat(server.census().holders()).isZero();
        }
    }

    @Test
    void onLostAgainstTheLoss() {
        AtomicInteger told = new AtomicInteger();
        try (Dflockd client = Clients.connect(proxy.address())) {
            for (int i = 0; i < CLIENTS; i++) {
                Grant grant = client.lock("orders").acquire(LONG);
                race(proxy::resetAll, () -> grant.onLost(reason -> told.incrementAndGet()));
                eventually().until(() -> !grant.isHeld());
                race(grant::close, grant::close);
            }
            eventually().untilAtomic(told, equalTo(CLIENTS));
        }
        assertThat(told).as("once each").hasValue(CLIENTS);
    }

    @Test
    void releaseAgainstTheLoss() {
        try (Dflockd client = Clients.connect(proxy.address())) {
            for (int i = 0; i < CLIENTS; i++) {
                Grant grant = client.lock("orders").acquire(LONG);
                race(proxy::resetAll, grant::release);
                assertThat(grant.isHeld()).isFalse();
            }
        }
        server.awaitQuiet();
    }

    @Test
    void awaitAgainstCloseOfATicket() {
        try (Dflockd client = Clients.connect(server.address())) {
            for (int i = 0; i < ROUNDS; i++) {
                Ticket ticket = client.lock("orders").enqueue();
                race(() -> ticket.await(LONG).close(), ticket::close);
            }
            server.awaitHolders(0);
        }
    }

    @Test
    void awaitAgainstCloseOfATicketThatWaits() {
        try (Dflockd client = Clients.connect(server.address())) {
            Grant obstacle = client.lock("orders").acquire(LONG);
            for (int i = 0; i < ROUNDS; i++) {
                Ticket ticket = client.lock("orders").enqueue();
                CompletableFuture<?>[] waiting = new CompletableFuture<?>[1];
                race(() -> waiting[0] = ticket.awaitAsync(LONG), ticket::close);
                if (waiting[0] != null) {
                    waiting[0].cancel(false);
                }
            }
            server.awaitWaiters(0);
            obstacle.close();
            server.awaitHolders(0);
        }
    }

    @Test
    void closeOfTheClientAgainstAcquire() {
        for (int i = 0; i < CLIENTS; i++) {
            Dflockd client = Clients.connect(server.address());
            race(() -> client.lock("orders").acquire(LONG).ensureHeld(), client::close);
        }
        server.awaitQuiet();
    }

    @Test
    void closeOfTheClientAgainstEnqueueAndRelease() {
        for (int i = 0; i < CLIENTS; i++) {
            Dflockd client = Clients.connect(server.address());
            Grant grant = client.lock("held").acquire(LONG);
            race(() -> client.lock("orders").enqueue().await(LONG).release(), client::close);
            race(grant::release, client::close);
        }
        server.awaitQuiet();
    }

    @Test
    void closeOfTheClientAgainstAnAcquireThatWaits() {
        try (Dflockd other = Clients.connect(server.address())) {
            Grant obstacle = other.lock("orders").acquire(LONG);
            for (int i = 0; i < CLIENTS; i++) {
                Dflockd client = Clients.connect(server.address());
                Worker<Grant> waiting = Worker.start(() -> client.lock("orders").acquire(LONG));
                server.awaitWaiters(1);
                client.close();
                assertThat(waiting.failure()).hasMessageContaining("closed");
                server.awaitWaiters(0);
            }
            assertThat(obstacle.isHeld()).isTrue();
        }
    }

    @Test
    void closeOfTheClientAgainstAcquireOnAServerWithoutTags() {
        try (ClassicServer classic = new ClassicServer(server.port())) {
            for (int i = 0; i < CLIENTS; i++) {
                Dflockd client = Clients.connect(classic.address());
                race(() -> client.lock("orders").acquire(LONG).ensureHeld(), client::close);
            }
            server.awaitQuiet();
        }
    }

    @Test
    void everythingThatIsCalledOnAClosedClientFailsWithoutWaiting() {
        Dflockd client = Clients.connect(server.address());
        Grant obstacle = client.lock("one").acquire(LONG);
        Ticket granted = client.semaphore("many", 3).enqueue();
        List<Ticket> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            client.lock("lock-" + i).acquire(LONG);
            waiting.add(client.lock("lock-" + i).enqueue());
        }
        client.close();
        server.awaitQuiet();

        assertThat(Worker.start(obstacle::release).result()).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThat(Worker.start(() -> client.lock("a").acquire(LONG)).failure())
                    .isInstanceOf(DflockdException.class)
                    .hasMessageContaining("closed");
            assertThat(Worker.start(() -> client.lock("a").enqueue()).failure()).hasMessageContaining("closed");
        }
        for (Ticket each : waiting) {
            assertThat(Worker.start(() -> each.await(LONG)).failure()).hasMessageContaining("closed");
        }
        Worker.start(granted::close).result();
        Worker.start(client::close).result();
    }
}
