package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Holders;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What is said when a slot did not come in time: who holds it and since when, if the server can tell. */
record Diagnosis(Slot slot, Duration patience, Core core) {
    private static final Duration HOW_LONG = Duration.ofSeconds(1);

    /**
     * Ends an attempt that got nothing. Nobody waits for a diagnosis that would only say that a slot was not free at once,
     * and a server without tags would send all it has.
     */
    void fail(CompletableFuture<Grant> attempt, LockTimeoutException late, Lane lane) {
        if (patience.isZero() || attempt.isDone()) {
            lane.finished();
            attempt.completeExceptionally(late);
        } else if (lane.isTagged()) {
            ask(lane, attempt);
        } else {
            lane.finished();
            attempt.completeExceptionally(new LockTimeoutException(what(lane)));
        }
    }

    private void ask(Lane lane, CompletableFuture<Grant> attempt) {
        ask(
                lane,
                attempt,
                holders -> new LockTimeoutException(
                        what(lane) + holders.map(Diagnosis::describe).orElse("")));
    }

    /** Ends an attempt on a key that is in use as something else, and says as what. */
    void fail(
            CompletableFuture<Grant> attempt,
            DflockdException mismatch,
            Function<String, DflockdException> like,
            Lane lane) {
        if (lane.isTagged()) {
            String message = String.valueOf(mismatch.getMessage());
            ask(
                    lane,
                    attempt,
                    holders -> like.apply(message + holders.map(Diagnosis::use).orElse("")));
        } else {
            lane.finished();
            attempt.completeExceptionally(mismatch);
        }
    }

    private static String use(Holders holders) {
        return holders.kind().isEmpty() ? "" : "; it is " + holders.kind();
    }

    /** The verdict must not take long, and is given without the server's word if that does not come. */
    private void ask(
            Lane lane, CompletableFuture<Grant> attempt, Function<Optional<Holders>, DflockdException> verdict) {
        Timers.Timer alarm = core.timers()
                .after(HOW_LONG.toNanos(), () -> attempt.completeExceptionally(verdict.apply(Optional.empty())));
        lane.send(Frames.holders(slot.key())).then(attempt, (answer, failure) -> {
            alarm.cancel();
            lane.finished();
            attempt.completeExceptionally(verdict.apply(failure == null ? Holders.parse(answer) : Optional.empty()));
        });
    }

    private String what(Lane lane) {
        return slot.on(lane.server()) + ": not granted within " + seconds(patience);
    }

    private static String describe(Holders holders) {
        if (holders.first().isEmpty()) {
            return "; nobody holds it at this moment" + waiting(holders.waiters());
        }
        Holders.Holder longest = holders.first().get(0);
        String others = holders.count() > 1 ? " and " + (holders.count() - 1) + " more" : "";
        return "; held by " + who(longest) + " for " + seconds(longest.heldSeconds())
                + " (its lease ends in " + seconds(longest.leaseSeconds()) + " unless renewed)" + others
                + waiting(holders.waiters());
    }

    private static String who(Holders.Holder holder) {
        String name = holder.name().isEmpty() ? "connection " + holder.connection() : holder.name();
        return holder.address().isEmpty() ? name : name + " (" + holder.address() + ")";
    }

    private static String waiting(long waiters) {
        if (waiters == 0) {
            return "";
        }
        return waiters == 1 ? ", 1 other waits" : ", " + waiters + " others wait";
    }

    static String seconds(Duration duration) {
        return seconds(duration.toNanos() / 1e9);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
}
