package io.dflockd.client;

import io.dflockd.client.transport.Steps;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asynchronous work under a grant: cancelled when the grant is lost, and the grant is released when it ends. */
final class Cancellation {
    private Cancellation() {}

    /** Works when the grant is there. What is returned ends after the release; cancelling it ends all of it. */
    static <T> CompletableFuture<T> onLoss(
            CompletableFuture<Grant> acquisition, Function<? super Grant, ? extends CompletionStage<T>> work) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Steps.when(acquisition, outcome, (grant, failure) -> {
            if (failure != null) {
                outcome.completeExceptionally(Futures.unwrapped(failure));
            } else if (outcome.isDone()) {
                grant.giveBack(); // nobody wants the work any more
            } else {
                begin(work, grant, outcome);
            }
        });
        Futures.cancelTogether(outcome, acquisition);
        return outcome;
    }

    private static <T> void begin(
            Function<? super Grant, ? extends CompletionStage<T>> work, Grant grant, CompletableFuture<T> outcome) {
        try {
            CompletableFuture<T> running = work.apply(grant).toCompletableFuture();
            grant.onLost(reason -> outcome.completeExceptionally(grant.lostException(reason)));
            Futures.cancelTogether(outcome, running);
            Steps.when(running, outcome, (result, failure) -> {
                Steps.when(grant.releaseAsync(), outcome, (confirmed, unheard) -> complete(outcome, result, failure));
            });
        } catch (RuntimeException | Error thrown) {
            grant.giveBack();
            outcome.completeExceptionally(thrown);
        }
    }

    private static <T> void complete(CompletableFuture<T> outcome, T result, @Nullable Throwable failure) {
        if (failure != null) {
            outcome.completeExceptionally(failure);
        } else {
            outcome.complete(result);
        }
    }
}
