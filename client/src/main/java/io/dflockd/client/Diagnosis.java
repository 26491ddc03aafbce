package io.dflockd.client;

import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.wire.Claim;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Holders;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What is said when a slot did not come in time: who holds it and since when, if the server can tell. */
final class Diagnosis {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private Diagnosis() {}

    /** Completes soon, and never exceptionally. */
    static CompletableFuture<LockTimeoutException> of(Claim claim, Duration waited, Lane lane) {
        String what = claim.kind().noun() + " '" + claim.key() + "' on " + lane.server() + ": not granted within "
                + seconds(waited.toNanos() / 1e9);
        CompletableFuture<LockTimeoutException> diagnosis = new CompletableFuture<>();
        if (!lane.isTagged()) {
            diagnosis.complete(new LockTimeoutException(what)); // an old server would send all it has
            return diagnosis;
        }
        lane.send(Frames.holders(claim.key())).whenComplete((answer, failure) -> {
            String who = failure == null
                    ? Holders.parse(answer).map(Diagnosis::describe).orElse("")
                    : "";
            diagnosis.complete(new LockTimeoutException(what + who));
        });
        return diagnosis.completeOnTimeout(new LockTimeoutException(what), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static String describe(Holders holders) {
        if (holders.first().isEmpty()) {
            return "; nobody holds it at this moment, " + waiting(holders.waiters());
        }
        Holders.Holder longest = holders.first().get(0);
        String others = holders.count() > 1 ? " and " + (holders.count() - 1) + " more" : "";
        return "; held by connection " + longest.connection() + " for " + seconds(longest.heldSeconds())
                + " (its lease ends in " + seconds(longest.leaseSeconds()) + " unless renewed)" + others + ", "
                + waiting(holders.waiters());
    }

    private static String waiting(long waiters) {
        return waiters == 1 ? "1 other waits" : waiters + " others wait";
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
}
