package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code cluster}, on a thread of its own: no loop waits for other nodes, or for the disk. */
final class ClusterDesk {
    private static final Logger log = LoggerFactory.getLogger(ClusterDesk.class);

    private final @Nullable Administration administration;
    private final StatsDesk thread;

    ClusterDesk(EngineRuntime runtime, StatsDesk thread) {
        this.administration = runtime.administration();
        this.thread = thread;
    }

    /** Whether there is a cluster to ask. */
    boolean isOpen() {
        return administration != null;
    }

    /**
     * {@code cluster: [<order>]}, with what it is to do in the key line. Tells the answer on any thread.
     *
     * @param mayChange whether this client may do more than ask how the cluster is
     */
    void ask(Request request, boolean mayChange, Consumer<Reply> receiver) {
        String verb = request.reference();
        String order = new String(request.argument(), StandardCharsets.UTF_8);
        thread.execute(() -> answer(verb, order, mayChange)
                .exceptionally(ClusterDesk::failed)
                .thenAccept(receiver));
    }

    private CompletableFuture<Reply> answer(String verb, String order, boolean mayChange) {
        try {
            return answer(verb, order, mayChange, Objects.requireNonNull(administration));
        } catch (RuntimeException bug) {
            return CompletableFuture.failedFuture(bug);
        }
    }

    private static CompletableFuture<Reply> answer(
            String verb, String order, boolean mayChange, Administration cluster) {
        return switch (verb) {
            case "status" -> told(cluster.status());
            case "hash" -> mayChange ? told(cluster.hash()) : answer(Status.ERROR_AUTH);
            case "transfer", "set" ->
                mayChange ? change(verb, order, cluster).thenApply(Status::reply) : answer(Status.ERROR_AUTH);
            default -> answer(Status.ERROR);
        };
    }

    private static CompletableFuture<Reply> told(String text) {
        return CompletableFuture.completedFuture(new Reply.Text(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static CompletableFuture<Status> change(String verb, String order, Administration cluster) {
        log.info("cluster: {} {}", verb, order);
        if (verb.equals("transfer")) {
            return cluster.transfer(order);
        }
        String[] words = order.split(" +", 2);
        return words.length == 2 ? cluster.set(words[0], words[1]) : CompletableFuture.completedFuture(Status.ERROR);
    }

    private static CompletableFuture<Reply> answer(Status status) {
        return CompletableFuture.completedFuture(status.reply());
    }

    private static Reply failed(Throwable bug) {
        log.error("{} failed", Command.CLUSTER, bug);
        return Status.ERROR.reply();
    }
}
