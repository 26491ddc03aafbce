package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.exceptions.LimitMismatchException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.exceptions.TypeMismatchException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a slot, from the call to the grant or the exception.
 *
 * <p>Cancelling its result leaves the queue, and a grant that comes nevertheless is given back: a result and a
 * cancellation exclude each other. If the connection breaks meanwhile, it starts over on the next one while time remains;
 * the old connection is gone by then, and with it the old place in the queue. It also starts over if the server is going down
 * or knows of no leader: in a cluster at another node, else after a pause.
 */
final class Acquisition {
    private final Slot slot;
    private final boolean explains; // who holds it, if the time is over
    private final ServerLink server;
    private final Core core;
    private final TimeLimit limit;
    private final LeakDetector.@Nullable Place place;
    private final Hops hops = new Hops();
    private @Nullable Backoff backoff; // as soon as one is needed
    private final CompletableFuture<Grant> result = new CompletableFuture<>();
    private volatile Runnable takeBack = () -> {}; // what is under way, if the result is not wanted any more

    private Acquisition(Slot slot, Duration patience, boolean explains, ServerLink server, Core core) {
        this.slot = slot;
        this.explains = explains;
        this.server = server;
        this.core = core;
        this.limit = new TimeLimit(patience, core);
        this.place = core.leaks().place();
    }

    /** Begins; completes on the transport's thread. */
    static CompletableFuture<Grant> start(Slot slot, Duration patience, ServerLink server, Core core) {
        return start(new Acquisition(slot, patience, true, server, core));
    }

    /** Begins, for somebody to whom a timeout needs no explanation; completes on the transport's thread. */
    static CompletableFuture<Grant> startTrying(Slot slot, Duration patience, ServerLink server, Core core) {
        return start(new Acquisition(slot, patience, false, server, core));
    }

    private static CompletableFuture<Grant> start(Acquisition acquisition) {
        Frames.acquire(acquisition.slot, acquisition.limit.whole()); // a wrong argument is told at once
        acquisition.result.whenComplete((grant, failure) -> {
            if (failure != null) {
                acquisition.takeBack.run();
            }
        });
        acquisition.limit.enforce(acquisition.result, acquisition::what);
        Steps.take(acquisition.result, acquisition::begin);
        return acquisition.result;
    }

    private String what() {
        return slot.on(server.toString());
    }

    private void begin() {
        CompletableFuture<Lane> wanted = server.lanes().forWaiting(limit);
        underWay(() -> wanted.cancel(false));
        Steps.when(wanted, result, (lane, failure) -> {
            if (failure != null) {
                tryAgain(failure);
            } else if (result.isDone()) {
                lane.finished();
            } else {
                ask(lane);
            }
        });
    }

    private void underWay(Runnable howToTakeItBack) {
        takeBack = howToTakeItBack;
        if (result.isDone()) {
            howToTakeItBack.run();
        }
    }

    private void ask(Lane lane) {
        Duration timeout = limit.leftForServer();
        Exchange exchange = lane.send(Frames.acquire(slot, timeout));
        underWay(exchange::withdraw);
        Timers.Timer alarm = TimeLimit.alarm(timeout, exchange, core);
        exchange.then(result, (answer, failure) -> {
            alarm.cancel();
            if (failure == null) {
                answered(exchange, lane);
            } else {
                lane.finished();
                tryAgain(failure);
            }
        });
    }

    private void askElsewhereOrLater(Lane lane, DflockdException refusal) {
        if (hops.another(refusal, lane.server(), server, limit)) {
            lane.finished();
            begin();
        } else {
            askLater(lane, refusal);
        }
    }

    /** A server that goes down or has no leader may be back in time: after a pause, or as soon as it has ended the connection. */
    private void askLater(Lane lane, DflockdException refusal) {
        CompletableFuture<Void> pause = new CompletableFuture<>();
        underWay(() -> pause.complete(null)); // first: what comes after the pause sets its own
        Timers.Timer timer = core.timers().after(pauseNanos(), () -> pause.complete(null));
        Consumer<ConnectionException> onBreak = cause -> pause.complete(null);
        Steps.when(pause, result, (over, unused) -> {
            timer.cancel();
            lane.removeBreakListener(onBreak);
            lane.finished();
            tryAgain(refusal);
        });
        lane.onBreak(onBreak);
        if (pause.isDone()) {
            lane.removeBreakListener(onBreak);
        }
    }

    private long pauseNanos() {
        Backoff pauses = backoff == null ? Backoff.of(core.options()) : backoff;
        backoff = pauses;
        return Math.min(pauses.nextNanos(), limit.left().toNanos());
    }

    private void tryAgain(Throwable failure) {
        if (mayPass(failure) && !result.isDone() && !limit.isOver()) {
            begin();
        } else {
            result.completeExceptionally(toldWithKey(failure, slot, server.toString()));
        }
    }

    /** With a client that is closed the connection is gone, and with that everything that it had or waited for. */
    static Throwable toldWithKey(Throwable failure, Slot slot, String server) {
        String closed = ": this client was closed; nothing is held or waited for";
        return failure instanceof ClientClosedException ? new ClientClosedException(slot.on(server) + closed) : failure;
    }

    private static boolean mayPass(Throwable failure) {
        boolean isOver = failure instanceof ConnectionException || failure instanceof GrantLostException;
        boolean isRefusedForNow = failure instanceof DrainingException || failure instanceof NotLeaderException;
        return (isOver && !(failure instanceof ClientClosedException)) || isRefusedForNow;
    }

    private void answered(Exchange exchange, Lane lane) {
        try {
            Answers.Granted granted = exchange.read(line -> Answers.granted(line, exchange.frame(), lane.server()));
            Grant grant = new Grant(slot, granted, exchange.sentNanos(), lane, core, place);
            Steps.when(grant.begin(exchange.sentNanos(), granted.leaseSeconds()), result, (ready, lost) -> {
                if (lost != null) {
                    tryAgain(Futures.unwrapped(lost));
                } else if (Steps.end(result, ready, Grant::giveBack)) {
                    core.metrics().acquired(slot.kind(), limit.passed());
                }
            });
        } catch (LockTimeoutException late) {
            core.metrics().timedOut(slot.kind(), limit.passed());
            timedOut(late, lane);
        } catch (DrainingException | NotLeaderException refused) {
            askElsewhereOrLater(lane, refused);
        } catch (LimitMismatchException mismatch) {
            diagnosis().fail(result, mismatch, LimitMismatchException::new, lane);
        } catch (TypeMismatchException mismatch) {
            diagnosis().fail(result, mismatch, TypeMismatchException::new, lane);
        } catch (DflockdException refused) {
            lane.finished();
            result.completeExceptionally(refused);
        }
    }

    private Diagnosis diagnosis() {
        return new Diagnosis(slot, limit.whole(), core);
    }

    private void timedOut(LockTimeoutException late, Lane lane) {
        limit.saidOver();
        if (explains) {
            diagnosis().fail(result, late, lane);
        } else {
            lane.finished();
            result.completeExceptionally(late);
        }
    }
}
