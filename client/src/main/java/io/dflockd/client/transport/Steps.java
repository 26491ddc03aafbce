package io.dflockd.client.transport;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is done on the way from one future to another, so that the last one always ends.
 *
 * <p>A future swallows whatever the steps that hang on it throw, and an event loop whatever its tasks throw: those who wait
 * behind such a step would wait for ever. Therefore every step of the client names the future that ends with what is
 * thrown. That may be an {@link Error}, too: memory can be short, and a class can be missing.
 */
public final class Steps {
    private Steps() {}

    /** What is done with the result of a future, or with why there is none. */
    @FunctionalInterface
    public interface Step<T> {
        /** Takes it; the failure is null if there is a result. */
        void take(T result, @Nullable Throwable failure);
    }

    /** Takes the step when the first has ended. If it throws, the last ends with that. */
    public static <T> void when(CompletableFuture<T> first, CompletableFuture<?> last, Step<? super T> step) {
        first.whenComplete((result, failure) -> {
            try {
                step.take(result, failure);
            } catch (RuntimeException | Error thrown) {
                last.completeExceptionally(thrown);
            }
        });
    }

    /** Ends the last with this result. If it has ended already, or cannot be ended so, {@code unwanted} gets the result. */
    public static <T> boolean end(CompletableFuture<T> last, T result, Consumer<? super T> unwanted) {
        boolean taken = false;
        try {
            taken = last.complete(result);
        } finally {
            if (!taken) {
                unwanted.accept(result);
            }
        }
        return taken;
    }

    /** A step to be taken later. If it throws, the last ends with that. */
    public static Runnable towards(CompletableFuture<?> last, Runnable step) {
        return () -> take(last, step);
    }

    /** Takes the step now. If it throws, the last ends with that. */
    public static void take(CompletableFuture<?> last, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error thrown) {
            last.completeExceptionally(thrown);
        }
    }
}
