package io.dflockd.client;

import io.dflockd.client.transport.Steps;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/** How one future follows from another. */
final class Futures {
    private Futures() {}

    /** The second ends as the first does. */
    static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
        pass(from, to, unwanted -> {});
    }

    /** The second ends as the first does. A result that comes when the second has ended already goes to {@code unwanted}. */
    static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to, Consumer<? super T> unwanted) {
        Steps.when(from, to, (result, failure) -> {
            if (failure != null) {
                to.completeExceptionally(unwrapped(failure));
            } else {
                Steps.end(to, result, unwanted);
            }
        });
    }

    /**
     * What {@code next} makes of the result of the first. Cancelling it cancels the first; if that is done already, the
     * second goes on to its end, and its result goes to {@code unwanted}.
     */
    static <T, R> CompletableFuture<R> then(
            CompletableFuture<T> first, Function<? super T, CompletableFuture<R>> next, Consumer<? super R> unwanted) {
        CompletableFuture<R> last = new CompletableFuture<>();
        Steps.when(first, last, (result, failure) -> {
            if (failure != null) {
                last.completeExceptionally(unwrapped(failure));
            } else if (!last.isDone()) {
                pass(next.apply(result), last, unwanted);
            }
        });
        cancelTogether(last, first);
        return last;
    }

    /** Once the first has ended, nobody needs the second any more. */
    static void cancelTogether(CompletableFuture<?> first, CompletableFuture<?> second) {
        if (!second.isDone()) {
            first.whenComplete((result, failure) -> second.cancel(false));
        }
    }

    /** The exception itself, without what futures wrap around it on the way. */
    static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
