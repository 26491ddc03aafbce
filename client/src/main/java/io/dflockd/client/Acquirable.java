package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Something of which a limited number can hold a slot at a time, served strictly in the order of arrival.
 *
 * <p>It is a name and a wish, not a thing that is held: it can be kept, shared between threads and used for any number
 * of acquisitions at once, each of which has its own {@link Grant}. All methods that wait are left by an interrupt with a
 * {@link WaitInterruptedException}, and by then nothing is held or waited for.
 */
public abstract sealed class Acquirable permits Lock, Semaphore {
    final Slot slot;
    final ServerLink server;
    final Core core;

    Acquirable(Slot slot, ServerLink server, Core core) {
        this.slot = slot;
        this.server = server;
        this.core = core;
    }

    /** The name by which the server knows it. */
    public final String key() {
        return slot.key();
    }

    /**
     * Waits for a slot, also through a restart of the server; with the duration of {@code ChronoUnit.FOREVER} for as long as
     * it takes. Keep the grant and close it: one that is forgotten ends with its lease ({@link LeakDetection}).
     *
     * @throws LockTimeoutException if there was none in time; its message says who holds it
     * @throws ConnectionException if the server cannot be reached when the time is over
     */
    public final Grant acquire(Duration patience) {
        return core.waiting().await(start(patience), purpose(patience));
    }

    /** A slot if one is free at this moment. */
    public final Optional<Grant> tryAcquire() {
        return tryAcquire(Duration.ZERO);
    }

    /** A slot if one becomes free in time. */
    public final Optional<Grant> tryAcquire(Duration patience) {
        return core.waiting().await(orEmpty(startTrying(patience)), purpose(patience));
    }

    /** Asks for a slot as {@link #acquire} does, and returns a future of the grant. Cancelling it leaves the queue. */
    public final CompletableFuture<Grant> acquireAsync(Duration patience) {
        return core.waiting().handOver(start(patience), Grant::giveBack);
    }

    /** A future of a slot, which is empty if none becomes free in time. Cancelling it leaves the queue. */
    public final CompletableFuture<Optional<Grant>> tryAcquireAsync(Duration patience) {
        return core.waiting().handOver(orEmpty(startTrying(patience)), unwanted -> unwanted.ifPresent(Grant::giveBack));
    }

    private Purpose purpose(Duration patience) {
        return Purpose.slot(this, patience, core);
    }

    private CompletableFuture<Grant> start(Duration patience) {
        return Acquisition.start(slot, patience, server, core);
    }

    private CompletableFuture<Grant> startTrying(Duration patience) {
        return Acquisition.startTrying(slot, patience, server, core);
    }

    /** A timeout of the acquisition becomes an empty result; every other end, a cancellation included, stays what it is. */
    private static CompletableFuture<Optional<Grant>> orEmpty(CompletableFuture<Grant> acquisition) {
        CompletableFuture<Optional<Grant>> answer = new CompletableFuture<>();
        answer.whenComplete((unused, failure) -> acquisition.cancel(false));
        Steps.when(acquisition, answer, (grant, failure) -> {
            if (failure instanceof LockTimeoutException) {
                answer.complete(Optional.empty());
            } else if (failure != null) {
                answer.completeExceptionally(failure);
            } else {
                Steps.end(answer, Optional.of(grant), unwanted -> grant.giveBack());
            }
        });
        return answer;
    }

    /**
     * Joins the queue without waiting for the end of it: the first of two phases. The ticket is a place in the queue, or
     * already the slot.
     */
    public final Ticket enqueue() {
        return core.waiting().await(Ticket.take(slot, server, core), purpose(Duration.ZERO));
    }

    /** Joins the queue as {@link #enqueue} does, and returns a future of the ticket. Cancelling it leaves the queue. */
    public final CompletableFuture<Ticket> enqueueAsync() {
        return core.waiting().handOver(Ticket.take(slot, server, core), Ticket::closeAsync);
    }

    /** Work that is done while a slot is held. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        /** Works while the grant is held; what it returns or throws goes to whoever asked for the work. */
        T with(Grant grant) throws E;
    }

    /**
     * Waits for a slot, works, and gives it back. If it was lost meanwhile, the work goes on;
     * {@link #withGrantOrInterrupt} stops it.
     */
    public final <T, E extends Exception> T withGrant(Duration patience, Work<T, E> work) throws E {
        Objects.requireNonNull(work, "work");
        try (Grant grant = acquire(patience)) {
            return work.with(grant);
        }
    }

    /**
     * Waits for a slot, works, and gives it back. If it is lost meanwhile, the working thread is interrupted, and what the
     * work then returns or throws gives way to a {@link GrantLostException}.
     */
    public final <T, E extends Exception> T withGrantOrInterrupt(Duration patience, Work<T, E> work) throws E {
        Objects.requireNonNull(work, "work");
        try (Grant grant = acquire(patience)) {
            return Interruption.onLossOf(grant, work);
        }
    }

    /**
     * Starts work that is a future as soon as there is a slot, and gives the slot back when that future ends. If the slot is lost meanwhile, what is returned fails with a {@link GrantLostException}, and the
     * future of the work is cancelled; whether the work itself notices that is up to it. Cancelling what is returned
     * cancels the future of the work too, and with that the slot is given back.
     */
    public final <T> CompletableFuture<T> withGrantAsync(
            Duration patience, Function<? super Grant, ? extends CompletionStage<T>> work) {
        Objects.requireNonNull(work, "work");
        return Cancellation.onLoss(acquireAsync(patience), work);
    }

    @Override
    public String toString() {
        return slot.on(server.toString());
    }
}
