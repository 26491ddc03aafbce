package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LeaseExpiredException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Slot;
import io.dflockd.protocol.Status;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one grant alive, and finds out when that fails.
 *
 * <p>A lease counts from the moment before the request left that the server has answered, so it ends here before it
 * ends there. There is one timer at a time: for the next renewal, or for the deadline while a renewal is under way.
 */
final class Renewal {
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How soon a node that had no leader is asked again. */
    static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Renewals that are due within one of these leave together, in one write. */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Renewals are early by up to this part, so that locks that were taken together do not stay together for ever. */
    private static final double JITTER = 0.1;

    /** Clocks of two machines may run so much apart: a thousandth of the lease. */
    private static final long DRIFT = 1000;

    private final Slot slot;
    private final Holding holding;
    private final Lane lane;
    private final Core core;
    private final Owner owner;
    private volatile boolean stopped;
    private Timers.@Nullable Timer timer;
    private @Nullable CompletableFuture<Void> confirmation;

    Renewal(Slot slot, Holding holding, Lane lane, Core core, Owner owner) {
        this.slot = slot;
        this.holding = holding;
        this.lane = lane;
        this.core = core;
        this.owner = owner;
    }

    /** Until when one may believe in a lease that a request has won which left at that moment. */
    static long deadline(long sentNanos, long leaseSeconds) {
        long lease = TimeUnit.SECONDS.toNanos(leaseSeconds);
        return sentNanos + (lease - lease / DRIFT);
    }

    /**
     * The deadline of a new grant. One whose answer is overdue for renewal may have any part of its lease left, so it is
     * taken as new here, but nobody may rely on it before {@link #start} has confirmed it.
     */
    static long firstDeadline(long sentNanos, long leaseSeconds, Core core) {
        return deadline(isOverdue(sentNanos, leaseSeconds, core) ? core.now() : sentNanos, leaseSeconds);
    }

    private static boolean isOverdue(long sentNanos, long leaseSeconds, Core core) {
        return core.now() - sentNanos - pauseNanos(leaseSeconds, JITTER, core) >= 0;
    }

    /**
     * Begins with a lease that was won by a request which left then. If it had waited for so long that a renewal is due
     * already, the grant is good for something only after that: what is returned completes when it is.
     */
    CompletableFuture<Void> start(long sentNanos, long leaseSeconds) {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        if (isOverdue(sentNanos, leaseSeconds, core)) {
            confirmation = confirmed;
        } else {
            confirmed.complete(null);
        }
        wakeAt(dueAt(sentNanos, leaseSeconds), this::renew);
        return confirmed;
    }

    private long dueAt(long sentNanos, long leaseSeconds) {
        double early = ThreadLocalRandom.current().nextDouble(JITTER);
        long due = sentNanos + pauseNanos(leaseSeconds, early, core);
        return due - Math.floorMod(due, TICK_NANOS);
    }

    private static long pauseNanos(long leaseSeconds, double early, Core core) {
        double share = core.options().renewalRatio * (1 - early);
        return Math.max(MIN_PAUSE_NANOS, (long) (TimeUnit.SECONDS.toNanos(leaseSeconds) * share));
    }

    private void wakeAt(long instantNanos, Runnable task) {
        Timers.Timer previous = timer;
        if (previous != null) {
            previous.cancel();
        }
        timer = stopped ? null : core.timers().after(instantNanos - core.now(), task);
    }

    private void renew() {
        Holding.Held held = holding.heldAt(core.now());
        if (stopped || held == null) {
            return;
        }
        if (owner.hasForgotten()) {
            letRunOut(held);
            return;
        }
        wakeAt(held.deadlineNanos(), this::expire);
        Frame frame = Frames.renew(slot, held.token());
        Exchange exchange = lane.send(frame, patience(held));
        exchange.then((answer, failure) -> {
            if (failure == null) {
                answered(exchange, held.token());
            }
        });
    }

    /** Not before the end of the lease: the work may still go on that it was meant for. */
    private void letRunOut(Holding.Held held) {
        owner.tellForgotten(slot.on(lane.server()), Duration.ofNanos(held.deadlineNanos() - core.now()));
        wakeAt(held.deadlineNanos(), () -> holding.lose(LossReason.FORGOTTEN));
    }

    /** Nothing is lost by waiting for the rest of the lease, unless somebody waits for the confirmation. */
    private Duration patience(Holding.Held held) {
        Duration usual = core.options().connection.answerTimeout();
        Duration left = Duration.ofNanos(held.deadlineNanos() - core.now());
        return confirmation == null && left.compareTo(usual) > 0 ? left : usual;
    }

    /** No answer in time: looking at it is enough to end it. */
    private void expire() {
        if (holding.heldAt(core.now()) != null) {
            holding.lose(LossReason.LEASE_EXPIRED);
        }
    }

    private void answered(Exchange exchange, String token) {
        try {
            Answers.Renewed renewed = exchange.read(line -> Answers.renewed(line, exchange.frame(), lane.server()));
            long seconds = renewed.remainingSeconds();
            long now = core.now();
            if (holding.extend(now, deadline(exchange.sentNanos(), seconds)) && !stopped) {
                core.metrics().renewed(slot.kind(), Duration.ofNanos(now - exchange.sentNanos()));
                wakeAt(dueAt(exchange.sentNanos(), seconds), this::renew);
                confirm();
            } else if (holding.at(now) instanceof Holding.Lost) {
                lane.send(Frames.release(slot, token)); // it was renewed for nobody
            }
        } catch (LeaseExpiredException expired) {
            holding.lose(LossReason.LEASE_EXPIRED);
        } catch (DflockdException refused) {
            if (isPassing(refused)) {
                retry();
            } else {
                holding.lose(LossReason.REFUSED);
            }
        }
    }

    /** Soon, but not after the deadline: that must not pass unnoticed. */
    private void retry() {
        long now = core.now();
        Holding.Held held = holding.heldAt(now);
        if (held != null) {
            wakeAt(now + Math.min(RETRY_NANOS, held.deadlineNanos() - now), this::renew);
        }
    }

    /** Whether the same request may succeed a moment later. */
    private static boolean isPassing(DflockdException refused) {
        Status status = refused.status();
        return status == Status.ERROR_NOT_LEADER || status == Status.ERROR_DRAINING;
    }

    private void confirm() {
        CompletableFuture<Void> waiting = confirmation;
        if (waiting != null) {
            confirmation = null;
            waiting.complete(null);
        }
    }

    /** Nothing is renewed any more. */
    void stop() {
        stopped = true;
        Timers.Timer last = timer;
        if (last != null) {
            last.cancel();
        }
    }
}
