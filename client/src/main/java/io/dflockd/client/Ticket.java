package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A place in the queue, taken before anybody waits: the first of two phases. It is used up by one {@link #await}, and
 * closing it before leaves the queue.
 *
 * <p>If the slot falls to it before it is awaited, or was free, the lease runs from then on and is not renewed; await it
 * before that is over. A ticket that is forgotten blocks the key no longer than that.
 *
 * <pre>{@code
 * try (Ticket ticket = dflockd.lock("orders").enqueue()) {
 *     notifyOthers();
 *     try (Grant grant = ticket.await(Duration.ofSeconds(30))) {
 *         ledger.write(order, grant.fence());
 *     }
 * }
 * }</pre>
 */
public final class Ticket implements AutoCloseable {
    private final Slot slot;
    private final Lane lane;
    private final Core core;
    private final boolean granted;
    private final AtomicBoolean used = new AtomicBoolean();

    private Ticket(Slot slot, Lane lane, Core core, boolean granted) {
        this.slot = slot;
        this.lane = lane;
        this.core = core;
        this.granted = granted;
    }

    static CompletableFuture<Ticket> take(Slot slot, ServerLink server, Core core) {
        return new Queueing(slot, server, core).start();
    }

    /** The ticket for an answer that is there; if it is refused, the lane is not used any more. */
    static Ticket of(Exchange exchange, Slot slot, Lane lane, Core core) {
        try {
            boolean granted = exchange.read(line -> Answers.enqueued(line, exchange.frame(), lane.server()))
                    .isPresent();
            return new Ticket(slot, lane, core, granted);
        } catch (DflockdException refused) {
            lane.finished();
            throw refused;
        }
    }

    /** Whether the slot was free when the ticket was taken, so that there is nothing to wait for. */
    public boolean isGranted() {
        return granted;
    }

    /**
     * Waits for the slot: the second phase.
     *
     * @throws LockTimeoutException if it did not come in time; the place in the queue is given up
     */
    public Grant await(Duration patience) {
        return core.waiting()
                .await(start(patience), Purpose.slot("ticket of " + slot.on(lane.server()), patience, core));
    }

    /** Uses the ticket as {@link #await} does; a future of the grant. Cancelling it leaves the queue. */
    public CompletableFuture<Grant> awaitAsync(Duration patience) {
        return core.waiting().handOver(start(patience), Grant::giveBack);
    }

    private CompletableFuture<Grant> start(Duration patience) {
        TimeLimit limit = new TimeLimit(patience, core);
        Frames.await(slot, limit.whole()); // a wrong argument is told at once
        if (!used.compareAndSet(false, true)) {
            throw new IllegalStateException("the ticket for '" + slot.key() + "' is used up");
        }
        CompletableFuture<Grant> result = collect(limit, core.leaks().place());
        limit.enforce(result, () -> slot.on(lane.server()));
        result.whenComplete((grant, failure) -> count(failure, limit.passed()));
        return result;
    }

    private void count(@Nullable Throwable failure, Duration waited) {
        if (failure == null) {
            core.metrics().acquired(slot.kind(), waited);
        } else if (failure instanceof LockTimeoutException) {
            core.metrics().timedOut(slot.kind(), waited);
        }
    }

    /** Also a slot that was free is collected: its lease begins anew with that, and not when it was queued for. */
    private CompletableFuture<Grant> collect(TimeLimit limit, LeakDetector.@Nullable Place place) {
        CompletableFuture<Grant> result = new CompletableFuture<>();
        ask(limit, place, result);
        return result;
    }

    private void ask(TimeLimit limit, LeakDetector.@Nullable Place place, CompletableFuture<Grant> result) {
        Duration left = limit.leftForServer();
        Exchange exchange = lane.send(Frames.await(slot, left));
        result.whenComplete((grant, failure) -> {
            if (failure != null) {
                exchange.withdraw();
            }
        });
        Timers.Timer alarm = TimeLimit.alarm(left, exchange, core);
        exchange.then(result, (answer, failure) -> {
            alarm.cancel();
            if (failure != null) {
                lane.finished();
                result.completeExceptionally(Acquisition.toldWithKey(failure, slot, lane.server()));
            } else {
                collected(exchange, limit, place, result);
            }
        });
    }

    private void collected(
            Exchange exchange, TimeLimit limit, LeakDetector.@Nullable Place place, CompletableFuture<Grant> result) {
        try {
            Answers.Granted won = exchange.read(line -> Answers.granted(line, exchange.frame(), lane.server()));
            Grant grant = new Grant(slot, won, exchange.sentNanos(), lane, core, place);
            Futures.pass(grant.begin(exchange.sentNanos(), won.leaseSeconds()), result, Grant::giveBack);
        } catch (LockTimeoutException late) {
            limit.saidOver();
            new Diagnosis(slot, limit.whole(), core).fail(result, late, lane);
        } catch (NotLeaderException notYet) {
            askLater(notYet, limit, place, result);
        } catch (DflockdException refused) {
            lane.finished();
            result.completeExceptionally(refused);
        }
    }

    /** The place in the queue is that of this connection: only its own node can be asked, when it has a leader again. */
    private void askLater(
            NotLeaderException notYet,
            TimeLimit limit,
            LeakDetector.@Nullable Place place,
            CompletableFuture<Grant> result) {
        if (limit.isOver() || result.isDone()) {
            lane.finished();
            result.completeExceptionally(notYet);
        } else {
            core.timers().after(Renewal.RETRY_NANOS, Steps.towards(result, () -> ask(limit, place, result)));
        }
    }

    /** Leaves the queue, or gives the slot back; does nothing once it was awaited. */
    @Override
    public void close() {
        core.waiting().awaitAtMost(core.options().releaseTimeout, closeAsync(), false);
    }

    CompletableFuture<Boolean> closeAsync() {
        if (!used.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(false);
        }
        return collect(new TimeLimit(Duration.ZERO, core), null)
                .thenCompose(Grant::giveBack)
                .exceptionally(left -> true);
    }

    @Override
    public String toString() {
        return "Ticket[" + slot.on(lane.server()) + ", granted=" + granted + ", used=" + used + "]";
    }
}
