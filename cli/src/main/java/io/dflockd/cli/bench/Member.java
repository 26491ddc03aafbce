package io.dflockd.cli.bench;

import io.dflockd.protocol.FrameWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One connection and its work, from the first request to the last. */
final class Member {
    private final Work work;
    private CompletableFuture<Void> working = CompletableFuture.completedFuture(null);
    private @Nullable Connection connection;

    Member(Work work) {
        this.work = work;
    }

    /** Is let in by the server and makes its preparations. */
    CompletableFuture<Void> arrive(CompletableFuture<Connection> dialled, @Nullable String token) {
        List<Request> requests = new ArrayList<>();
        if (token != null) {
            requests.add(new Request("auth", FrameWriter.NO_KEY, token));
        }
        requests.add(new Request("ping", FrameWriter.NO_KEY, "_"));
        requests.addAll(work.preparation());
        working = dialled.thenCompose(opened -> {
            connection = opened;
            return opened.hold(new Errand(requests));
        });
        return working;
    }

    CompletableFuture<Void> work() {
        working = connection().hold(work);
        return working;
    }

    /** Removes what it has left on the server, once its last conversation is over in one way or the other. */
    CompletableFuture<Void> tidyUp() {
        return working.handle((nothing, failure) -> work.tidying()).thenCompose(this::tidyUp);
    }

    private CompletableFuture<Void> tidyUp(List<Request> requests) {
        Connection opened = connection;
        return opened == null || requests.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : opened.hold(new Errand(requests));
    }

    private Connection connection() {
        return Objects.requireNonNull(connection);
    }
}
