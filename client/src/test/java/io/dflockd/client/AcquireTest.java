package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class AcquireTest extends BehindProxy {
    private final Lock lock = client.lock("orders");

    @Test
    void tryAcquireTakesWhatIsFreeAndNothingElse() {
        try (Grant grant = lock.tryAcquire().orElseThrow()) {
            assertThat(grant.isHeld()).isTrue();
            assertThat(lock.tryAcquire()).isEmpty();
        }
        assertThat(lock.tryAcquireAsync(Duration.ZERO).join()).isPresent();
    }

    @Test
    void aPatienceBelowASecondIsKeptAlthoughTheServerCountsInSeconds() {
        try (Grant holder = lock.acquire(LONG)) {
            assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(20)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("orders");
            assertThat(lock.tryAcquire(Duration.ofMillis(20))).isEmpty();
            assertThat(holder.isHeld()).isTrue();
        }
        server.awaitWaiters(0);
        assertThat(server.census().holders()).isZero();
    }

    @Test
    void aSlotThatComesWithinAPatienceBelowASecondIsTaken() {
        Grant holder = lock.acquire(LONG);
        CompletableFuture<Grant> waiting = lock.acquireAsync(PATIENCE.plusMillis(500));
        server.awaitWaiters(1);

        holder.close();

        assertThat(Worker.start(waiting::join).result().isHeld()).isTrue();
    }

    @Test
    void waitersAreServedInTheOrderOfArrival() {
        Grant holder = lock.acquire(LONG);
        List<CompletableFuture<Long>> fences = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fences.add(lock.acquireAsync(LONG).thenApply(grant -> {
                long fence = grant.fence();
                grant.close();
                return fence;
            }));
        }

        holder.close();

        assertThat(fences.stream().map(each -> Worker.start(each::join).result()))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void withGrantHoldsItDuringTheWorkAndGivesItBackAfterwards() throws IOException {
        String result = lock.withGrant(LONG, grant -> {
            assertThat(grant.isHeld()).isTrue();
            assertThat(server.census().holders()).isOne();
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(server.census().holders()).isZero();
    }

    @Test
    @Pitfall("CL-20")
    void whatTheWorkThrowsIsThrown() {
        IOException thrown = new IOException("disk full");

        assertThatThrownBy(() -> lock.withGrant(LONG, grant -> {
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertThatThrownBy(() -> lock.withGrantOrInterrupt(LONG, grant -> {
                    throw thrown;
                }))
                .isSameAs(thrown);

        assertThat(server.census().holders()).isZero();
    }

    @Test
    void aLossInterruptsTheWorkIfThatWasAskedFor() {
        CountDownLatch working = new CountDownLatch(1);
        Worker<Boolean> interruptedAfterwards = Worker.start(() -> {
            assertThatThrownBy(() -> lock.withGrantOrInterrupt(LONG, grant -> {
                        working.countDown();
                        new CountDownLatch(1).await();
                        return "never";
                    }))
                    .isInstanceOf(GrantLostException.class)
                    .hasMessageContaining("orders")
                    .satisfies(lost -> assertThat(lost.getSuppressed()).hasSize(1));
            return Thread.currentThread().isInterrupted();
        });
        await(working);

        proxy.resetAll();

        assertThat(interruptedAfterwards.result()).isFalse();
    }

    @Test
    void aLossThatTheWorkDidNotNoticeIsToldInsteadOfItsResult() {
        assertThatThrownBy(() -> lock.withGrantOrInterrupt(LONG, grant -> {
                    proxy.resetAll();
                    eventually().ignoreExceptions().until(() -> !grant.isHeld());
                    return "too late";
                }))
                .isInstanceOf(GrantLostException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void whoDidNotAskForInterruptsWorksOn() {
        String result = lock.withGrant(LONG, grant -> {
            proxy.resetAll();
            eventually().until(() -> !grant.isHeld());
            return "done";
        });

        assertThat(result).isEqualTo("done");
    }

    /** The answer comes after the stage was hung on the future, so it is the client that runs it. */
    @Test
    void aStageOfAFutureMayWaitForTheClient() {
        proxy.blackHole(Direction.TO_CLIENT);
        CompletableFuture<Boolean> chain = lock.acquireAsync(LONG).thenApply(grant -> {
            try (Grant inner = client.lock("inner").acquire(LONG)) {
                assertThat(inner.isHeld()).isTrue();
            }
            return grant.release();
        });
        proxy.heal();

        assertThat(Worker.start(chain::join).result()).isTrue();
    }

    @Test
    void manyStagesThatAllWaitDoNotStopTheClient() {
        Grant obstacle = client.lock("inner").acquire(LONG);
        List<CompletableFuture<Boolean>> chains = new ArrayList<>();
        proxy.blackHole(Direction.TO_CLIENT);
        for (int i = 0; i < 100; i++) {
            chains.add(client.lock("outer-" + i).acquireAsync(LONG).thenApply(grant -> {
                try (Grant inner = client.lock("inner").acquire(LONG)) {
                    return inner.isHeld() && grant.release();
                }
            }));
        }
        server.awaitHolders(101);
        proxy.heal();
        server.awaitWaiters(100); // every stage has its thread

        obstacle.close();

        chains.forEach(chain -> assertThat(Worker.start(chain::join).result()).isTrue());
    }

    @Test
    void aListenerOfALossMayWaitForTheClient() throws Exception {
        CompletableFuture<Long> next = new CompletableFuture<>();
        Grant grant = lock.acquire(LONG);
        grant.onLost(reason -> {
            grant.close();
            next.complete(lock.acquire(LONG).fence());
        });

        proxy.resetAll();

        assertThat(next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isPositive();
    }

    @Test
    void wrongArgumentsAreRefusedBeforeAnythingIsSent() {
        assertThatThrownBy(() -> lock.acquire(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.lock("two words")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.semaphore("pool", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lock.lease(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThat(server.census().resources()).isZero();
    }

    private static void await(CountDownLatch latch) {
        eventually().until(() -> latch.getCount() == 0);
    }

    @Test
    void mayWaitForEver() {
        Duration forEver = ChronoUnit.FOREVER.getDuration();
        Grant holder = client.lock("orders").acquire(forEver);
        CompletableFuture<Grant> waiting = client.lock("orders").acquireAsync(forEver);
        CompletableFuture<Grant> second = client.lock("orders").enqueue().awaitAsync(forEver);
        server.awaitWaiters(2);

        holder.close();

        Worker.start(waiting::join).result().close();
        assertThat(Worker.start(second::join).result().isHeld()).isTrue();
    }
}
