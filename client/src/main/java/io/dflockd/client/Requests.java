package io.dflockd.client;

import io.dflockd.client.transport.Exchange;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the types for data ask of the servers, each key of its own: waited for, or handed over to whoever does not wait.
 *
 * <p>A request is carried out at most once. If the connection breaks before the answer is there, nobody knows whether it was
 * carried out, and whether to ask again is for the caller to decide.
 */
final class Requests {
    /** What an answer means, in the manner of {@link Answers}. */
    interface Reader<T> {
        @Nullable
        T read(String line, Frame frame, String server);
    }

    private final Function<String, ServerLink> serverOf;
    private final Core core;

    Requests(Function<String, ServerLink> serverOf, Core core) {
        this.serverOf = serverOf;
        this.core = core;
    }

    /** Reads an answer that says nothing but that it is done. */
    static @Nullable Void done(String line, Frame frame, String server) {
        Answers.ok(line, frame, server);
        return null;
    }

    <T> T ask(Frame frame, Reader<T> reader) {
        return ask(frame, reader, unwanted -> {});
    }

    <T> CompletableFuture<T> askAsync(Frame frame, Reader<T> reader) {
        return askAsync(frame, reader, unwanted -> {});
    }

    /** What comes when its caller has gone, by an interrupt or a cancellation, goes to {@code unwanted}. */
    <T> T ask(Frame frame, Reader<T> reader, Consumer<T> unwanted) {
        return core.waiting().await(start(frame, reader, unwanted), Purpose.request(frame, core));
    }

    <T> CompletableFuture<T> askAsync(Frame frame, Reader<T> reader, Consumer<T> unwanted) {
        return core.waiting().handOver(start(frame, reader, unwanted), unwanted);
    }

    private <T> CompletableFuture<T> start(Frame frame, Reader<T> reader, Consumer<T> unwanted) {
        ServerLink server = serverOf.apply(frame.key());
        if (server.isCluster()) {
            return new Errand<>(frame, reader, unwanted, server, core).start();
        }
        return Futures.then(
                server.connection(core.options().connection.answerTimeout()),
                connection -> answer(connection.send(frame), reader, server),
                unwanted);
    }

    private static <T> CompletableFuture<T> answer(Exchange exchange, Reader<T> reader, ServerLink server) {
        return exchange.reading(line -> reader.read(line, exchange.frame(), server.toString()));
    }

    /** Asks for something that the server may wait for, and waits until it comes or the patience is over. */
    <T> T await(Wait<T> wait) {
        return core.waiting().await(wait.start(serverOf, core), wait.purpose(core));
    }

    <T> CompletableFuture<T> awaitAsync(Wait<T> wait) {
        return core.waiting().handOver(wait.start(serverOf, core), wait.unwanted());
    }
}
