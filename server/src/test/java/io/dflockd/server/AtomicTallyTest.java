package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class AtomicTallyTest {
    private static final int THREADS = 64;
    private static final int LIMIT = 1_000;

    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    private final AtomicTally tally = new AtomicTally();

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @RepeatedTest(20)
    @Pitfall("LM-09")
    void letsExactlyAsManyInAsThereIsRoomFor() {
        AtomicInteger taken = new AtomicInteger();

        together(() -> {
            for (int i = 0; i < LIMIT / 10; i++) {
                if (tally.takeBelow(LIMIT)) {
                    taken.incrementAndGet();
                }
            }
        });

        assertThat(taken).hasValue(LIMIT);
        assertThat(tally.count()).isEqualTo(LIMIT);
        assertThat(tally.takeBelow(LIMIT)).isFalse();
    }

    @Test
    @Pitfall("LM-09")
    void isNeverAboveItsLimitWhileManyComeAndGo() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        together(() -> {
            for (int i = 0; i < 2_000; i++) {
                if (tally.takeBelow(8)) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    inside.decrementAndGet();
                    tally.giveBack();
                }
            }
        });

        assertThat(most.get()).isBetween(1, 8);
        assertThat(tally.count()).isZero();
    }

    @Test
    @Pitfall("LM-09")
    void hasRoomAgainAsSoonAsOneIsGivenBack() {
        assertThat(tally.takeBelow(1)).isTrue();
        assertThat(tally.takeBelow(1)).isFalse();

        tally.giveBack();

        assertThat(tally.takeBelow(1)).isTrue();
    }

    private void together(Runnable work) {
        CountDownLatch ready = new CountDownLatch(THREADS);
        List<CompletableFuture<Void>> all = IntStream.range(0, THREADS)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> {
                            ready.countDown();
                            awaitAll(ready);
                            work.run();
                        },
                        pool))
                .toList();
        all.forEach(CompletableFuture::join);
    }

    private static void awaitAll(CountDownLatch ready) {
        try {
            ready.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
