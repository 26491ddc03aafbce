package io.dflockd.server;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Many clients at once: work for a number of threads, which fails when any part of it fails. */
final class Parallel {
    private static final int THREADS = 16;

    private Parallel() {}

    static void times(int count, IntConsumer work) {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<CompletableFuture<Void>> all = IntStream.range(0, count)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> work.accept(i), pool))
                    .toList();
            all.forEach(CompletableFuture::join);
        } finally {
            pool.shutdownNow();
        }
    }
}
