package io.dflockd.client;

import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Steps;
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
 * cancellation exclude each other. It is carried out at most once: another node of a cluster is asked if one has refused it
 * for the moment, and nobody if the connection broke.
 */
final class Wait<T> {
    private final Duration patience;
    private final Function<Duration, Frame> frame;
    private final Requests.Reader<T> reader;
    private final T otherwise;
    private final Consumer<T> unwanted;
    private final Hops hops = new Hops();
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
        begin(first, serverOf.apply(first.key()), limit, core);
        return result;
    }

    private void begin(Frame frame, ServerLink server, TimeLimit limit, Core core) {
        Lanes.give(lane(frame, server.lanes(), limit), result, lane -> ask(lane, server, limit, core));
    }

    private static CompletableFuture<Lane> lane(Frame frame, Lanes lanes, TimeLimit limit) {
        return frame.command().kind() == Kind.MEET ? lanes.forBarrier(frame.key(), limit) : lanes.forWaiting(limit);
    }

    private void ask(Lane lane, ServerLink server, TimeLimit limit, Core core) {
        Duration left = limit.leftForServer();
        Exchange exchange = lane.send(frame.apply(left));
        result.whenComplete((value, failure) -> {
            if (result.isCancelled()) {
                exchange.withdraw();
            }
        });
        Timers.Timer alarm = TimeLimit.alarm(left, exchange, core);
        exchange.then(result, (answer, broken) -> {
            alarm.cancel();
            lane.finished();
            CompletableFuture<T> read = exchange.reading(line -> read(line, exchange, lane));
            Steps.when(read, result, (value, failure) -> {
                if (failure == null) {
                    Steps.end(result, value, unwanted);
                } else if (hops.another(failure, lane.server(), server, limit)) {
                    begin(exchange.frame(), server, limit, core);
                } else {
                    result.completeExceptionally(failure);
                }
            });
        });
    }

    private @Nullable T read(String line, Exchange exchange, Lane lane) {
        return Answers.isTimeout(line) ? otherwise : reader.read(line, exchange.frame(), lane.server());
    }
}
