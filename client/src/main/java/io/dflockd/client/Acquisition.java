package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Claim;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a slot, from the call to the grant or the exception.
 *
 * <p>Cancelling its result leaves the queue, and a grant that comes nevertheless is given back: a result and a
 * cancellation exclude each other. If the connection breaks meanwhile, it starts over on the next one while time remains;
 * the old connection is gone by then, and with it the old place in the queue.
 */
final class Acquisition {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Claim claim;
    private final Server server;
    private final Core core;
    private final Duration patience;
    private final long begunNanos;
    private final CompletableFuture<Grant> result = new CompletableFuture<>();
    private volatile @Nullable Exchange underWay;

    private Acquisition(Claim claim, Duration patience, Server server, Core core) {
        this.claim = claim;
        this.patience = patience;
        this.server = server;
        this.core = core;
        this.begunNanos = core.now();
    }

    /** Begins; completes on the transport's thread. */
    static CompletableFuture<Grant> start(Claim claim, Duration patience, Server server, Core core) {
        Frames.acquire(claim, patience); // a wrong argument is told at once
        Acquisition acquisition = new Acquisition(claim, patience, server, core);
        acquisition.result.whenComplete((grant, failure) -> acquisition.ended());
        acquisition.begin();
        return acquisition.result;
    }

    private void begin() {
        Duration left = remaining();
        server.lane(left.plus(core.options().connection.answerTimeout())).whenComplete((lane, failure) -> {
            if (failure != null) {
                fail(failure);
            } else if (result.isDone()) {
                lane.finished();
            } else {
                ask(lane);
            }
        });
    }

    private Duration remaining() {
        Duration left = patience.minusNanos(core.now() - begunNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void ask(Lane lane) {
        boolean isFirst = core.now() - begunNanos < SECOND_NANOS / 20;
        Duration timeout = isFirst ? patience : remaining();
        Frame frame = Frames.acquire(claim, timeout);
        Exchange exchange = lane.send(frame);
        underWay = exchange;
        if (result.isDone()) {
            exchange.withdraw();
        }
        Timers.Timer alarm = alarm(timeout, exchange, core);
        exchange.whenComplete((answer, failure) -> {
            alarm.cancel();
            underWay = null;
            if (failure == null) {
                answered(exchange, lane);
            } else {
                lane.finished();
                tryAgain(failure);
            }
        });
    }

    /** The server counts in whole seconds; the rest of the patience is counted here. */
    static Timers.Timer alarm(Duration timeout, Exchange exchange, Core core) {
        return timeout.toNanosPart() == 0 ? () -> {} : core.timers().after(timeout.toNanos(), exchange::withdraw);
    }

    private void ended() {
        Exchange exchange = underWay;
        if (exchange != null) {
            exchange.withdraw();
        }
    }

    private void tryAgain(Throwable failure) {
        boolean mayPass = failure instanceof ConnectionException || failure instanceof GrantLostException;
        if (mayPass && !result.isDone() && !remaining().isZero()) {
            begin();
        } else {
            fail(failure);
        }
    }

    private void answered(Exchange exchange, Lane lane) {
        try {
            Answers.Granted granted = exchange.read(line -> Answers.granted(line, exchange.frame(), lane.server()));
            Grant grant = new Grant(claim, granted, exchange.sentNanos(), lane, core);
            grant.begin(exchange.sentNanos(), granted.leaseSeconds()).whenComplete((ready, lost) -> {
                if (lost != null) {
                    tryAgain(Acquirable.unwrapped(lost));
                } else if (result.complete(ready)) {
                    core.metrics().acquired(claim.kind(), Duration.ofNanos(core.now() - begunNanos));
                } else {
                    ready.releaseAsync();
                }
            });
        } catch (LockTimeoutException late) {
            core.metrics().timedOut(claim.kind(), Duration.ofNanos(core.now() - begunNanos));
            new Diagnosis(claim, patience, core).fail(result, late, lane);
        } catch (DflockdException refused) {
            lane.finished();
            result.completeExceptionally(refused);
        }
    }

    private void fail(Throwable failure) {
        result.completeExceptionally(Acquirable.unwrapped(failure));
    }
}
