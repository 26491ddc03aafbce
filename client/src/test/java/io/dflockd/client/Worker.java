package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A thread of a test, for what may wait or hang. What it is asked for is there in time, or the test fails. */
final class Worker<T> {
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private final Thread thread;

    private Worker(Callable<T> work) {
        thread = new Thread(() -> run(work), "worker of a test");
        thread.setDaemon(true);
    }

    static <T> Worker<T> start(Callable<T> work) {
        Worker<T> worker = new Worker<>(work);
        worker.thread.start();
        return worker;
    }

    /** For work without a result. */
    static Worker<Boolean> start(Runnable work) {
        return start(() -> {
            work.run();
            return true;
        });
    }

    private void run(Callable<T> work) {
        try {
            outcome.complete(work.call());
        } catch (Throwable thrown) {
            outcome.completeExceptionally(thrown);
        }
    }

    void interrupt() {
        thread.interrupt();
    }

    /** What it returned. Fails if it threw, or is not done in time. */
    T result() {
        return inTime(outcome);
    }

    /** Whoever is late says where it is. */
    private <R> R inTime(CompletableFuture<R> future) {
        try {
            return future.copy()
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException late) {
            if (late.getCause() instanceof TimeoutException && !outcome.isDone()) {
                late.getCause().setStackTrace(thread.getStackTrace());
            }
            throw late;
        }
    }

    /** What it threw. Fails if it returned, or is not done in time. */
    Throwable failure() {
        return inTime(outcome.handle((result, thrown) -> {
            if (thrown == null) {
                throw new AssertionError("should have failed, but returned " + result);
            }
            return thrown;
        }));
    }

    /** Waits for its end, whatever that is. */
    void awaitEnd() {
        inTime(outcome.handle((result, thrown) -> true));
    }

    boolean isDone() {
        return outcome.isDone();
    }
}
