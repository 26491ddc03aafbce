package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What there is to a grant from its beginning to its end: it is kept alive, lost or given back.
 *
 * <p>The application has the {@link Grant}, which is a handle of this and nothing more. Timers and connections know this
 * alone.
 */
final class Tenure {
    private static final Logger log = LoggerFactory.getLogger(Grant.class); // the name that applications know

    private final Slot slot;
    private final Lane lane;
    private final Core core;
    private final Holding holding;
    private final Renewal renewal;
    private final Consumer<ConnectionException> onBreak = this::connectionBroke;
    private final CompletableFuture<LossReason> lost = new CompletableFuture<>();
    private final CompletionStage<LossReason> lostStage = lost.minimalCompletionStage();
    private final AtomicReference<CompletableFuture<LossReason>> lastTold = new AtomicReference<>(lost);
    private final AtomicReference<@Nullable CompletableFuture<Boolean>> release = new AtomicReference<>();
    private volatile @Nullable Runnable whenLost;
    private @Nullable CompletableFuture<Void> confirmed;

    Tenure(Slot slot, Answers.Granted granted, long sentNanos, Lane lane, Core core, Owner owner) {
        this.slot = slot;
        this.lane = lane;
        this.core = core;
        long deadlineNanos = Renewal.firstDeadline(sentNanos, granted.leaseSeconds(), core);
        this.holding = new Holding(granted.token(), granted.fence(), deadlineNanos, this::tellLoss);
        this.renewal = new Renewal(slot, holding, lane, core, owner);
    }

    /** Begins to keep it alive; completes when it may be relied on, and fails if it is lost before. */
    CompletableFuture<Void> begin(long sentNanos, long leaseSeconds) {
        lane.onBreak(onBreak);
        CompletableFuture<Void> ready = renewal.start(sentNanos, leaseSeconds);
        if (ready.isDone()) {
            return ready;
        }
        confirmed = ready;
        if (heldNow() == null) {
            ready.complete(null);
        }
        return ready.thenAccept(unused -> requireHeld());
    }

    private void connectionBroke(ConnectionException cause) {
        boolean byUs = cause instanceof ClientClosedException;
        holding.lose(byUs ? LossReason.CLIENT_CLOSED : LossReason.CONNECTION_LOST);
    }

    private void tellLoss(LossReason reason) {
        renewal.stop();
        lane.removeBreakListener(onBreak);
        lane.finished();
        log.atLevel(isNews(reason) ? Level.WARN : Level.DEBUG).log("{} is lost: {}", what(), reason);
        stopWork();
        core.metrics().lost(slot.kind(), reason);
        core.callbacks().urgent().execute(() -> lost.complete(reason));
        CompletableFuture<Void> waiting = confirmed;
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    /** Nothing that somebody did on purpose, and not told already. */
    private static boolean isNews(LossReason reason) {
        return reason != LossReason.CLIENT_CLOSED && reason != LossReason.FORGOTTEN;
    }

    Slot slot() {
        return slot;
    }

    String server() {
        return lane.server();
    }

    Holding.@Nullable Held heldNow() {
        return holding.heldAt(core.now());
    }

    /** For how long it may be relied on if nothing is heard from the server any more. */
    Duration remaining() {
        long now = core.now();
        Holding.Held held = holding.heldAt(now);
        return held == null ? Duration.ZERO : Duration.ofNanos(held.deadlineNanos() - now);
    }

    /** What is thrown if it was taken from its holder; null if it is held, or was released on purpose. */
    @Nullable
    GrantLostException loss() {
        return holding.at(core.now()) instanceof Holding.Lost loss ? lostException(loss.reason()) : null;
    }

    Holding.Held requireHeld() {
        Holding.State state = holding.at(core.now());
        if (state instanceof Holding.Held held) {
            return held;
        }
        throw state instanceof Holding.Lost loss
                ? lostException(loss.reason())
                : new GrantLostException(what() + " was released");
    }

    GrantLostException lostException(LossReason reason) {
        return new GrantLostException(what() + " is lost: " + reason);
    }

    /** In words, for messages. */
    String what() {
        return slot.on(lane.server());
    }

    /** Completes when it is lost, with the reason; never if it is given back. */
    CompletionStage<LossReason> lost() {
        return lostStage;
    }

    /** For ourselves: calls it when it is lost, perhaps twice, and not behind the listeners of the application. */
    void whenLost(Runnable task) {
        whenLost = task;
        if (loss() != null) {
            stopWork();
        }
    }

    private void stopWork() {
        Runnable task = whenLost;
        if (task != null) {
            core.callbacks().interrupts().execute(task);
        }
    }

    /** Listeners are told in the order in which they came, one after the other. */
    void onLost(Consumer<? super LossReason> listener) {
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        CompletableFuture<LossReason> before = lastTold.getAndSet(told);
        before.whenCompleteAsync(
                (reason, never) -> tell(reason, listener, told),
                core.callbacks().urgent());
        holding.at(core.now()); // looking at it is enough to notice that its time is over
    }

    private static void tell(
            LossReason reason, Consumer<? super LossReason> listener, CompletableFuture<LossReason> told) {
        try {
            listener.accept(reason);
        } catch (RuntimeException | Error thrown) {
            log.error("a listener for the loss of a grant has failed", thrown);
        } finally {
            told.complete(reason);
        }
    }

    /** Gives it back and waits for the server's word, but no longer than the options say. */
    boolean release() {
        return core.waiting().awaitAtMost(core.options().releaseTimeout, giveBack(), false);
    }

    CompletableFuture<Boolean> releaseAsync() {
        return core.waiting().handOver(giveBack().copy());
    }

    /** Gives it back; completes on the transport's thread, and is not to be cancelled. */
    CompletableFuture<Boolean> giveBack() {
        CompletableFuture<Boolean> own = new CompletableFuture<>();
        CompletableFuture<Boolean> earlier = release.compareAndExchange(null, own);
        if (earlier != null) {
            return earlier;
        }
        Holding.Held held = holding.giveBack(core.now());
        if (held == null) {
            own.complete(false);
        } else {
            send(held, own);
        }
        return own;
    }

    private void send(Holding.Held held, CompletableFuture<Boolean> done) {
        lane.removeBreakListener(onBreak);
        CompletableFuture<Boolean> heard = new CompletableFuture<>();
        Steps.when(heard, done, (confirmed, failure) -> done.complete(failure == null && confirmed));
        ask(Frames.release(slot, held.token()), new TimeLimit(core.options().releaseTimeout, core), heard);
    }

    private void ask(Frame frame, TimeLimit limit, CompletableFuture<Boolean> heard) {
        Exchange exchange = lane.send(frame);
        exchange.then(heard, (answer, failure) -> {
            renewal.stop(); // whose timers are the transport's, like this thread
            DflockdException refusal = failure == null ? refusal(exchange) : null;
            if (refusal instanceof NotLeaderException && !limit.isOver()) {
                core.timers().after(Renewal.RETRY_NANOS, Steps.towards(heard, () -> ask(frame, limit, heard)));
            } else {
                released(failure == null && refusal == null, heard);
            }
        });
    }

    private void released(boolean confirmed, CompletableFuture<Boolean> heard) {
        core.metrics().released(slot.kind(), confirmed);
        lane.finished();
        heard.complete(confirmed);
    }

    private @Nullable DflockdException refusal(Exchange exchange) {
        try {
            return exchange.read(line -> {
                Answers.ok(line, exchange.frame(), lane.server());
                return null;
            });
        } catch (DflockdException refused) {
            log.warn("a release was not accepted: {}", refused.getMessage());
            return refused;
        }
    }
}
