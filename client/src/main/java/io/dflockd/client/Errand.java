package io.dflockd.client;

import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.wire.Frame;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One request to a cluster, which goes from node to node while they refuse it for the moment.
 *
 * <p>It is carried out at most once: who refuses has done nothing. When a connection breaks before the answer is there,
 * nobody knows, and it is not asked again.
 */
final class Errand<T> {
    private final Frame frame;
    private final Requests.Reader<T> reader;
    private final Consumer<T> unwanted;
    private final ServerLink cluster;
    private final TimeLimit limit;
    private final Hops hops = new Hops();
    private final CompletableFuture<T> result = new CompletableFuture<>();

    Errand(Frame frame, Requests.Reader<T> reader, Consumer<T> unwanted, ServerLink cluster, Core core) {
        this.frame = frame;
        this.reader = reader;
        this.unwanted = unwanted;
        this.cluster = cluster;
        this.limit = new TimeLimit(core.options().connection.answerTimeout(), core);
    }

    /** Begins; completes on the transport's thread. */
    CompletableFuture<T> start() {
        CompletableFuture<Connection> wanted = cluster.connection(limit.left());
        Futures.cancelTogether(result, wanted);
        Steps.when(wanted, result, (connection, failure) -> {
            if (failure != null) {
                result.completeExceptionally(Futures.unwrapped(failure));
            } else if (!result.isDone()) {
                ask(connection);
            }
        });
        return result;
    }

    private void ask(Connection connection) {
        String node = connection.server().toString();
        CompletableFuture<T> answer = connection.send(frame).reading(line -> reader.read(line, frame, node));
        Steps.when(answer, result, (value, failure) -> {
            if (failure == null) {
                Steps.end(result, value, unwanted);
            } else if (hops.another(failure, node, cluster, limit)) {
                start();
            } else {
                result.completeExceptionally(failure);
            }
        });
    }
}
