package io.dflockd.client;

import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.protocol.Command.Kind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One request that waits on the server for what others do, from the call to the answer or the end of the patience.
 *
 * <p>Cancelling its result withdraws it, and an answer that comes nevertheless goes to {@link #unwanted}: a result and a
 * cancellation exclude each other. It is sent at most once.
 */
final class Wait<T> {
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Duration patience;
    private final Function<Duration, Frame> frame;
    private final Requests.Reader<T> reader;
    private final T otherwise;
    private final Consumer<T> unwanted;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    /** The frame is made for the time that is left when it is sent; {@code otherwise} is the result after that. */
    Wait(
            Duration patience,
            Function<Duration, Frame> frame,
            Requests.Reader<T> reader,
            T otherwise,
            Consumer<T> unwanted) {
        this.patience = patience;
        this.frame = frame;
        this.reader = reader;
        this.otherwise = otherwise;
        this.unwanted = unwanted;
    }

    /** What is done with an answer that nobody takes any more. */
    Consumer<T> unwanted() {
        return unwanted;
    }

    /** Begins; completes on the transport's thread. */
    CompletableFuture<T> start(Function<String, Server> serverOf, Core core) {
        long begunNanos = core.now();
        Frame first = frame.apply(patience); // a wrong argument is told at once
        lane(first, serverOf.apply(first.key()), core).whenComplete((lane, failure) -> {
            if (failure != null) {
                result.completeExceptionally(Acquirable.unwrapped(failure));
            } else if (result.isDone()) {
                lane.finished();
            } else {
                ask(lane, left(core.now() - begunNanos), core);
            }
        });
        return result;
    }

    private CompletableFuture<Lane> lane(Frame first, Server server, Core core) {
        Duration untilConnected = patience.plus(core.options().connection.answerTimeout());
        return first.command().kind() == Kind.MEET
                ? server.barrierLane(first.key(), untilConnected)
                : server.lane(untilConnected);
    }

    /** A moment does not count, so that a patience of whole seconds is usually left to the server. */
    private Duration left(long passedNanos) {
        Duration left = patience.minusNanos(passedNanos < MOMENT_NANOS ? 0 : passedNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void ask(Lane lane, Duration left, Core core) {
        Exchange exchange = lane.send(frame.apply(left));
        result.whenComplete((value, failure) -> {
            if (result.isCancelled()) {
                exchange.withdraw();
            }
        });
        Timers.Timer alarm = Acquisition.alarm(left, exchange, core);
        exchange.thenApply(unused -> exchange.read(line -> read(line, exchange, lane)))
                .whenComplete((value, failure) -> {
                    alarm.cancel();
                    lane.finished();
                    if (failure == null) {
                        settle(value);
                    } else {
                        result.completeExceptionally(Acquirable.unwrapped(failure));
                    }
                });
    }

    private @Nullable T read(String line, Exchange exchange, Lane lane) {
        return Answers.isTimeout(line) ? otherwise : reader.read(line, exchange.frame(), lane.server());
    }

    private void settle(T value) {
        if (!result.complete(value)) {
            unwanted.accept(value);
        }
    }
}
