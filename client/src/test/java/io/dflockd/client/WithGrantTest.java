package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.GrantLostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Work that is done while a slot is held. */
class WithGrantTest extends BehindProxy {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Lock lock = client.lock("orders");

    @Test
    void holdsTheLockWhileItWorksAndNotAfterwards() {
        client.withLock("orders", grant -> assertThat(lock.tryAcquire()).isEmpty());

        assertThat(lock.tryAcquire()).isPresent();
    }

    @Test
    void throwsWhatTheWorkThrowsAndReleases() {
        assertThatThrownBy(() -> lock.withGrant(PATIENCE, grant -> {
                    throw new java.io.IOException("disk full");
                }))
                .isInstanceOf(java.io.IOException.class)
                .hasMessage("disk full");

        assertThat(lock.tryAcquire()).isPresent();
    }

    @Test
    void interruptsTheWorkWhenTheLockIsLost() {
        assertThatThrownBy(() -> lock.withGrantOrInterrupt(PATIENCE, grant -> {
                    proxy.cutAll();
                    new CountDownLatch(1).await();
                    return "never";
                }))
                .isInstanceOf(GrantLostException.class);

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void doesNotPassOffAResultThatWasMadeWithoutTheLock() {
        assertThatThrownBy(() -> lock.withGrantOrInterrupt(PATIENCE, grant -> {
                    proxy.cutAll();
                    eventually().until(() -> !grant.isHeld());
                    return "stale";
                }))
                .isInstanceOf(GrantLostException.class);
    }

    @Test
    void releasesWhenAsynchronousWorkDoesNotEvenBegin() {
        CompletableFuture<String> outcome = lock.withGrantAsync(PATIENCE, grant -> {
            throw new AssertionError("thrown by a test");
        });

        assertThatThrownBy(outcome::join).hasRootCauseInstanceOf(AssertionError.class);
        try (Grant next = lock.acquire(PATIENCE)) {
            assertThat(next.isHeld()).isTrue();
        }
    }

    @Test
    void aLockOfTheJdkMayBeWaitedForForEver() throws InterruptedException {
        java.util.concurrent.locks.Lock juc = lock.asLock();

        assertThat(juc.tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS)).isTrue();
        juc.unlock();
    }

    @Test
    void nothingIsHeldOnceTheClientIsClosed() {
        Grant grant = lock.acquire(PATIENCE);

        client.close();

        assertThat(grant.isHeld()).isFalse();
    }

    @Test
    void workMayReleaseTheLockItself() {
        assertThat(lock.<String, RuntimeException>withGrantOrInterrupt(PATIENCE, grant -> {
                    grant.release();
                    return "done early";
                }))
                .isEqualTo("done early");
    }

    @Test
    void aMetricsHookThatFailsHidesNoLoss() {
        ClientMetrics failing = new ClientMetrics() {
            @Override
            public void lost(LockKind kind, LossReason reason) {
                throw new NoSuchMethodError("thrown by a test");
            }
        };
        DflockdOptions options = DflockdOptions.builder()
                .servers(proxy.address())
                .metrics(failing)
                .build();
        try (Dflockd measured = Dflockd.connect(options)) {
            CompletableFuture<LossReason> told = new CompletableFuture<>();
            measured.lock("measured").acquire(PATIENCE).onLost(told::complete);

            proxy.cutAll();

            assertThat(told.join()).isEqualTo(LossReason.CONNECTION_LOST);
        }
    }

    @Test
    void cancelsAsynchronousWorkWhenTheLockIsLost() {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> outcome = lock.withGrantAsync(PATIENCE, grant -> {
            proxy.cutAll();
            return work;
        });

        assertThatThrownBy(outcome::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(GrantLostException.class);
        eventually().until(work::isCancelled);
    }

    @Test
    void releasesAfterAsynchronousWork() throws Exception {
        assertThat(lock.withGrantAsync(PATIENCE, grant -> CompletableFuture.completedFuture("done"))
                        .get())
                .isEqualTo("done");

        assertThat(lock.tryAcquire()).isPresent();
    }

    @Test
    void asynchronousWorkThatNobodyWantsAnyMoreIsNotBegun() {
        Grant holder = lock.acquire(PATIENCE);
        CompletableFuture<Grant> begun = new CompletableFuture<>();
        CompletableFuture<String> outcome = lock.withGrantAsync(PATIENCE, grant -> {
            begun.complete(grant);
            return CompletableFuture.completedFuture("unwanted");
        });

        outcome.cancel(true);
        holder.close();

        assertThat(lock.acquire(PATIENCE).release()).isTrue();
        assertThat(begun).isNotDone();
    }

    @Test
    void endsAllOfItWhenItIsCancelled() {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        CompletableFuture<String> outcome = lock.withGrantAsync(PATIENCE, grant -> {
            begun.complete(true);
            return work;
        });
        begun.join();

        outcome.cancel(true);

        eventually().until(work::isCancelled);
        try (Grant next = lock.acquire(PATIENCE)) {
            assertThat(next.isHeld()).isTrue();
        }
    }
}
