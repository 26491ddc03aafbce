package io.dflockd.client;

import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A slot that this client holds: a lock, one of a semaphore, leadership. Closing it gives it back.
 *
 * <p>It is renewed by itself until then. If that fails, it is lost: {@link #isHeld} turns false before the server can
 * give it to another, and whoever asked {@link #onLost} is told once. It belongs to whoever has it, not to a thread; and
 * if nobody has it any more, although it was not released, it is not renewed: see {@link LeakDetection}.
 *
 * <pre>{@code
 * try (Grant grant = dflockd.lock("orders").acquire(Duration.ofSeconds(10))) {
 *     grant.onLost(reason -> stopEverything());
 *     ledger.write(order, grant.fence());
 * }
 * }</pre>
 */
public final class Grant implements AutoCloseable {
    private final Tenure tenure;

    /** The place is where it was acquired, if that is known. */
    Grant(
            Slot slot,
            Answers.Granted granted,
            long sentNanos,
            Lane lane,
            Core core,
            LeakDetector.@Nullable Place place) {
        Owner owner = new Owner(this, core.leaks(), place);
        this.tenure = new Tenure(slot, granted, sentNanos, lane, core, owner);
    }

    /** Begins to keep it alive; completes when it may be relied on, and fails if it is lost before. */
    CompletableFuture<Grant> begin(long sentNanos, long leaseSeconds) {
        return tenure.begin(sentNanos, leaseSeconds).thenApply(unused -> this);
    }

    /** The name of what is held. */
    public String key() {
        return tenure.slot().key();
    }

    /**
     * The fencing token: larger than that of every earlier grant of this key. A store that refuses smaller ones than it
     * has seen cannot be harmed by a holder that does not know yet that it is none.
     *
     * @throws GrantLostException if it is not held any more
     */
    public long fence() {
        long fence = tenure.requireHeld().fence();
        if (fence == 0) {
            throw new UnsupportedOperationException(tenure.server() + " is too old to give fences");
        }
        return fence;
    }

    /** The secret by which the server knows this grant; {@link #fence} is what to hand to others. */
    public String token() {
        return tenure.requireHeld().token();
    }

    /** Whether it may be relied on at this moment. Once false, it stays so. */
    public boolean isHeld() {
        return tenure.heldNow() != null;
    }

    /** For how long it may be relied on if nothing is heard from the server any more; zero if it is not held. */
    public Duration remaining() {
        return tenure.remaining();
    }

    /** Throws if it is not held any more. */
    public void ensureHeld() {
        tenure.requireHeld();
    }

    /** What is thrown if it was taken from its holder; null if it is held, or was released on purpose. */
    @Nullable
    GrantLostException loss() {
        return tenure.loss();
    }

    GrantLostException lostException(LossReason reason) {
        return tenure.lostException(reason);
    }

    /** Completes when it is lost, with the reason; never if it is released. */
    public CompletionStage<LossReason> lost() {
        return tenure.lost();
    }

    /** For ourselves: calls it when it is lost, perhaps twice, and not behind the listeners of the application. */
    void whenLost(Runnable task) {
        tenure.whenLost(task);
    }

    /**
     * Calls the listener once if it is lost, at once if it is lost already; on a thread that may wait. Listeners are called
     * in the order in which they came, one after the other. A listener that uses the grant also keeps it: it is then never
     * noticed as forgotten.
     */
    public void onLost(Consumer<? super LossReason> listener) {
        Objects.requireNonNull(listener, "listener");
        tenure.onLost(listener);
    }

    /**
     * Gives it back and waits for the server's word, for two seconds unless the options say otherwise. True if the
     * server has confirmed that it was held until now; false if it was lost before, or if nothing was heard in time: then
     * it ends with its lease or with the connection. Calling it again tells the same.
     */
    public boolean release() {
        return tenure.release();
    }

    /** Gives it back, without waiting for the server; the future tells whether the server has confirmed it. */
    public CompletableFuture<Boolean> releaseAsync() {
        return tenure.releaseAsync();
    }

    /** Gives it back, for ourselves: completes on the transport's thread, and is not to be cancelled. */
    CompletableFuture<Boolean> giveBack() {
        return tenure.giveBack();
    }

    /** Releases it if it is still held. Never throws: what went wrong in between is what the caller should hear of. */
    @Override
    public void close() {
        release();
    }

    @Override
    public String toString() {
        return "Grant[" + tenure.what() + ", held=" + isHeld() + "]";
    }
}
