package io.dflockd.client;

import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.protocol.Command.Kind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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

    /** An answer that comes when nobody waits any more is undone. */
    Purpose purpose(Core core) {
        return new Purpose(frame.apply(Duration.ZERO), "nothing is waited for any more", core.longest(patience));
    }

    /** Begins; completes on the transport's thread. */
    CompletableFuture<T> start(Function<String, ServerLink> serverOf, Core core) {
        TimeLimit limit = new TimeLimit(patience, core);
        Frame first = frame.apply(limit.whole()); // a wrong argument is told at once
        Lanes lanes = serverOf.apply(first.key()).lanes();
        Lanes.give(lane(first, lanes, limit), result, lane -> ask(lane, limit.leftForServer(), core));
        return result;
    }

    private static CompletableFuture<Lane> lane(Frame frame, Lanes lanes, TimeLimit limit) {
        return frame.command().kind() == Kind.MEET ? lanes.forBarrier(frame.key(), limit) : lanes.forWaiting(limit);
    }

    private void ask(Lane lane, Duration left, Core core) {
        Exchange exchange = lane.send(frame.apply(left));
        result.whenComplete((value, failure) -> {
            if (result.isCancelled()) {
                exchange.withdraw();
            }
        });
        Timers.Timer alarm = TimeLimit.alarm(left, exchange, core);
        exchange.then(result, (answer, failure) -> {
            alarm.cancel();
            lane.finished();
            Futures.pass(exchange.reading(line -> read(line, exchange, lane)), result, unwanted);
        });
    }

    private @Nullable T read(String line, Exchange exchange, Lane lane) {
        return Answers.isTimeout(line) ? otherwise : reader.read(line, exchange.frame(), lane.server());
    }
}
