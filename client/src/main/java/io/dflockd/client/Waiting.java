package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.transport.Timers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The blocking half of the client: it waits for the futures of the asynchronous half. */
@SuppressWarnings("CollectionUndefinedEquality") // a future is equal to none but itself
final class Waiting {
    private final BooleanSupplier isOwnThread;
    private final Executor callbacks;
    private final Map<CompletableFuture<?>, Supplier<ClientClosedException>> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Waiting(BooleanSupplier isOwnThread, Executor callbacks) {
        this.isOwnThread = isOwnThread;
        this.callbacks = callbacks;
    }

    /** Waits for the result. An interrupt ends the wait, and {@code work} is told by being cancelled. */
    <T> T await(CompletableFuture<T> work, Purpose purpose) {
        if (isOwnThread.getAsBoolean()) {
            throw new IllegalStateException("waiting on the client's own thread would stop it for ever");
        }
        open(work, purpose::closed);
        try {
            return work.get(Timers.nanos(purpose.atMost()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            if (work.cancel(false)) {
                throw new WaitInterruptedException(purpose.interrupted(), interrupted);
            }
            return result(work); // it was just done: a grant must not get lost
        } catch (TimeoutException overdue) {
            if (work.cancel(false)) {
                throw new DflockdException(purpose.overdue(), overdue);
            }
            return result(work);
        } catch (ExecutionException failed) {
            throw causeOf(failed);
        } finally {
            open.remove(work);
        }
    }

    private void open(CompletableFuture<?> awaited, Supplier<ClientClosedException> whenClosed) {
        open.put(awaited, whenClosed);
        if (closed) {
            end(awaited, whenClosed);
        }
    }

    /** The client is closed, and all that was under way has been told so. Should anybody be left, it is told here. */
    void close() {
        closed = true;
        open.forEach(Waiting::end);
    }

    private static void end(CompletableFuture<?> awaited, Supplier<ClientClosedException> whenClosed) {
        awaited.completeExceptionally(whenClosed.get());
    }

    private static <T> T result(CompletableFuture<T> done) {
        try {
            return done.join();
        } catch (CompletionException failed) {
            throw causeOf(failed);
        }
    }

    /** Waits, whatever interrupts come, but no longer than this; then the other result counts. */
    <T> T awaitAtMost(Duration patience, CompletableFuture<T> work, T otherwise) {
        if (isOwnThread.getAsBoolean()) {
            return work.isDone() ? result(work) : otherwise; // it comes to an end only without us
        }
        boolean interrupted = Thread.interrupted();
        long until = System.nanoTime() + patience.toNanos();
        try {
            while (true) {
                try {
                    return work.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (TimeoutException late) {
                    return otherwise;
                } catch (ExecutionException failed) {
                    throw causeOf(failed);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for the end of the work, whatever the end and whatever interrupts come, but no longer than this. */
    void awaitAtMost(Duration patience, CompletableFuture<?> work) {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Steps.when(work, ended, (result, failure) -> ended.complete(true));
        try {
            awaitAtMost(patience, ended, false);
        } catch (RuntimeException failed) {
            // which is an end
        }
    }

    private static RuntimeException causeOf(Exception failed) {
        Throwable cause = failed.getCause();
        if (cause instanceof DflockdException ours) {
            ours.fillInStackTrace(); // of the caller, who can do something about it
            return ours;
        }
        return cause instanceof RuntimeException unchecked
                ? unchecked
                : new DflockdException("the client failed with " + cause, cause);
    }

    /**
     * The work for callers who do not wait: what they hang on the future runs where it may wait, and cancelling the future
     * cancels the work. A result that nobody takes any more goes to {@code unwanted}.
     */
    <T> CompletableFuture<T> handOver(CompletableFuture<T> work, Consumer<T> unwanted) {
        CompletableFuture<T> outside = new CompletableFuture<>();
        outside.whenComplete((result, failure) -> {
            if (failure != null) {
                work.cancel(false);
            }
        });
        open(work, ClientClosedException::new);
        Steps.when(work, outside, (result, failure) -> {
            open.remove(work);
            try {
                callbacks.execute(() -> end(outside, result, failure, unwanted));
            } catch (RuntimeException | Error noThread) {
                end(outside, result, failure, unwanted);
            }
        });
        return outside;
    }

    private static <T> void end(
            CompletableFuture<T> outside, T result, @Nullable Throwable failure, Consumer<T> unwanted) {
        if (failure != null) {
            outside.completeExceptionally(failure);
        } else {
            Steps.end(outside, result, unwanted);
        }
    }

    <T> CompletableFuture<T> handOver(CompletableFuture<T> work) {
        return handOver(work, unwanted -> {});
    }
}
