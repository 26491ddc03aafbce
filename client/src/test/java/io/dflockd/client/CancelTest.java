package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static io.dflockd.client.Patience.spin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CancelTest extends OnServer {
    private static final int ROUNDS = 300;
    private static final int LONGEST_SPIN = 1 << 20;

    /** Of those between two attempts to connect. */
    private static final Duration MANY_PAUSES = Duration.ofMillis(200);

    private final Dflockd other = Clients.connect(server.address());
    private final Lock lock = client.lock("orders");

    @AfterEach
    void closeOther() {
        other.close();
    }

    @Test
    void leavesTheQueue() {
        Grant holder = other.lock("orders").acquire(LONG);
        CompletableFuture<Grant> waiting = lock.acquireAsync(LONG);
        server.awaitWaiters(1);

        waiting.cancel(false);

        server.awaitWaiters(0);
        assertThat(holder.isHeld()).isTrue();
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    @Pitfall("CL-05")
    void againstAGrantLeavesNothingHeld() {
        Random random = new Random(1);
        int granted = 0;
        int patience = 1_000; // in turns: longer when the grant is too late, shorter when it is too early
        for (int round = 0; round < ROUNDS; round++) {
            Grant holder = other.lock("orders").acquire(LONG);
            CompletableFuture<Grant> waiting = lock.acquireAsync(LONG);
            CompletableFuture<Boolean> released = holder.releaseAsync();
            spin(random.nextInt(patience));

            if (!waiting.cancel(false)) {
                granted++;
                patience = Math.max(1, patience / 2);
                waiting.join().close();
            } else {
                patience = Math.min(LONGEST_SPIN, patience * 2);
                assertThatThrownBy(waiting::join).isInstanceOf(CancellationException.class);
            }
            assertThat(released.join()).isTrue();
        }

        server.awaitWaiters(0);
        server.awaitHolders(0);
        assertThat(granted).as("both came first at times").isBetween(1, ROUNDS - 1);
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    @Pitfall("CL-05")
    void fromAnotherThreadExcludesTheGrant() {
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture<Optional<Grant>> trying = lock.tryAcquireAsync(LONG);
            CountDownLatch start = new CountDownLatch(1);
            Worker<Boolean> canceller = Worker.start(() -> {
                start.await();
                return trying.cancel(true);
            });
            start.countDown();

            Optional<Grant> grant = trying.handle((got, failure) -> failure == null ? got : Optional.<Grant>empty())
                    .join();
            assertThat(canceller.result()).isNotEqualTo(grant.isPresent());
            grant.ifPresent(Grant::close);
        }

        server.awaitHolders(0);
        server.awaitWaiters(0);
    }

    @Test
    @Pitfall("CL-05")
    void aTimeoutThatTheCallerHangsOnTheFutureLeavesTheQueue() {
        Grant holder = other.lock("orders").acquire(LONG);
        CompletableFuture<Grant> waiting = lock.acquireAsync(LONG).orTimeout(20, TimeUnit.MILLISECONDS);

        assertThatThrownBy(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(TimeoutException.class);

        server.awaitWaiters(0);
        holder.close();
        assertThat(server.census().holders()).isZero();
    }

    @Test
    @Pitfall("CL-05")
    void ofAnEnqueueLeavesNothingBehind() {
        Grant holder = other.lock("orders").acquire(LONG);
        for (int round = 0; round < ROUNDS / 10; round++) {
            CompletableFuture<Ticket> taking = lock.enqueueAsync();
            if (!taking.cancel(false)) {
                taking.join().close();
            }
        }

        holder.close();
        eventually().until(this::isFree);
        server.awaitConnections(2);
        assertThat(server.census().holders() + server.census().waiters()).isZero();
    }

    private boolean isFree() {
        try (Ticket ticket = lock.enqueue()) {
            return ticket.isGranted();
        }
    }

    @Test
    @Pitfall("CL-05")
    void ofATicketLeavesTheQueue() {
        Grant holder = other.lock("orders").acquire(LONG);
        CompletableFuture<Grant> waiting = lock.enqueue().awaitAsync(LONG);
        server.awaitWaiters(1);

        waiting.cancel(false);

        server.awaitWaiters(0);
        holder.close();
        assertThat(server.census().holders()).isZero();
    }

    @Test
    void beforeThereIsAConnectionEndsTheAttempt() {
        server.stop();
        CompletableFuture<Grant> waiting = lock.acquireAsync(LONG);

        waiting.cancel(false);
        server.startAgain();

        assertThat(client.lock("other").acquire(PATIENCE).isHeld()).isTrue();
        server.awaitWaiters(0);
        server.awaitHolders(1);
    }

    @Test
    @Pitfall("CL-05")
    void ofAllWhoNeedAConnectionEndsTheSearchForOne() {
        try (FaultProxy proxy = new FaultProxy(server.port());
                Dflockd searching = Clients.connect(proxy.address())) {
            proxy.resetNew();
            proxy.resetAll();
            List<CompletableFuture<?>> needing = List.of(
                    searching.lock("orders").acquireAsync(LONG),
                    searching.lock("orders").tryAcquireAsync(LONG),
                    searching.lock("orders").enqueueAsync(),
                    searching.barrier("start", 2).awaitAsync(LONG),
                    searching.counter("hits").incrementAsync());
            proxy.awaitTurnedAway(3);

            for (int i = 0; i < 20; i++) {
                searching.watchAsync("config." + i, change -> {}).cancel(false);
            }
            needing.forEach(each -> each.cancel(false));

            AtomicInteger before = new AtomicInteger();
            eventually().during(MANY_PAUSES).until(() -> before.getAndSet(proxy.turnedAway()) == before.get());
        }
    }
}
