package io.dflockd.client;

import io.dflockd.client.exceptions.GrantLostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asynchronous work under a grant: cancelled when the grant is lost, and the grant is released when it ends. */
final class Cancellation {
    private Cancellation() {}

    static <T> CompletableFuture<T> onLossOf(Grant grant, Function<? super Grant, ? extends CompletionStage<T>> work) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        try {
            CompletableFuture<T> running = work.apply(grant).toCompletableFuture();
            grant.onLost(reason -> {
                outcome.completeExceptionally(
                        new GrantLostException("'" + grant.key() + "' was lost while it was worked on"));
                running.cancel(true);
            });
            outcome.whenComplete((unused, failure) -> {
                if (outcome.isCancelled()) {
                    running.cancel(true);
                }
            });
            running.whenComplete((result, failure) ->
                    grant.releaseAsync().whenComplete((confirmed, unheard) -> complete(outcome, result, failure)));
        } catch (RuntimeException | Error thrown) {
            grant.releaseAsync();
            outcome.completeExceptionally(thrown);
        }
        return outcome;
    }

    private static <T> void complete(CompletableFuture<T> outcome, T result, @Nullable Throwable failure) {
        if (failure != null) {
            outcome.completeExceptionally(failure);
        } else {
            outcome.complete(result);
        }
    }
}
