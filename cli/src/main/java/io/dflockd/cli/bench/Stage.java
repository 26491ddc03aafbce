package io.dflockd.cli.bench;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Something that many connections do at the same time, and the wait for its end. */
final class Stage {
    private Stage() {}

    /** Ends when all have ended, or fails as soon as one fails. */
    static CompletableFuture<Void> of(List<CompletableFuture<Void>> parts) {
        CompletableFuture<Void> whole = CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
        failWithAny(whole, parts);
        return whole;
    }

    static void failWithAny(CompletableFuture<Void> whole, List<CompletableFuture<Void>> parts) {
        for (CompletableFuture<Void> part : parts) {
            part.whenComplete((nothing, failure) -> {
                if (failure != null) {
                    whole.completeExceptionally(failure);
                }
            });
        }
    }

    /** Waits for the end, but no longer than this; returns whether it has come. */
    static boolean await(CompletableFuture<?> stage, long nanos) throws BenchFailed {
        try {
            stage.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted");
        } catch (ExecutionException failed) {
            throw reason(failed);
        }
    }

    private static BenchFailed reason(ExecutionException failed) {
        Throwable inner = failed;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        if (inner instanceof BenchFailed reason) {
            return reason;
        }
        throw new IllegalStateException(inner);
    }
}
