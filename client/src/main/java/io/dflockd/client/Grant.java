package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.GrantLostException;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Claim;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A slot that this client holds: a lock, one of a semaphore, leadership. Closing it gives it back.
 *
 * <p>It is renewed by itself until then. If that fails, it is lost: {@link #isHeld} turns false before the server can
 * give it to another, and whoever asked {@link #onLost} is told once. It belongs to whoever has it, not to a thread.
 *
 * <pre>{@code
 * try (Grant grant = dflockd.lock("orders").acquire(Duration.ofSeconds(10))) {
 *     grant.onLost(reason -> stopEverything());
 *     ledger.write(order, grant.fence());
 * }
 * }</pre>
 */
public final class Grant implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Grant.class);

    private final Claim claim;
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

    Grant(Claim claim, Answers.Granted granted, long sentNanos, Lane lane, Core core) {
        this.claim = claim;
        this.lane = lane;
        this.core = core;
        long deadlineNanos = Renewal.firstDeadline(sentNanos, granted.leaseSeconds(), core);
        this.holding = new Holding(granted.token(), granted.fence(), deadlineNanos, this::tellLoss);
        this.renewal = new Renewal(claim, holding, lane, core);
    }

    /** Begins to keep it alive; completes when the grant may be relied on, or is lost before. */
    CompletableFuture<Grant> begin(long sentNanos, long leaseSeconds) {
        lane.onBreak(onBreak);
        CompletableFuture<Void> ready = renewal.start(sentNanos, leaseSeconds);
        if (ready.isDone()) {
            return CompletableFuture.completedFuture(this);
        }
        confirmed = ready;
        if (holding.heldAt(core.now()) == null) {
            ready.complete(null);
        }
        return ready.thenApply(unused -> {
            requireHeld();
            return this;
        });
    }

    private void connectionBroke(ConnectionException cause) {
        boolean byUs = cause instanceof ClientClosedException;
        holding.lose(byUs ? LossReason.CLIENT_CLOSED : LossReason.CONNECTION_LOST);
    }

    private void tellLoss(LossReason reason) {
        renewal.stop();
        lane.removeBreakListener(onBreak);
        lane.finished();
        Level level = reason == LossReason.CLIENT_CLOSED ? Level.DEBUG : Level.WARN;
        log.atLevel(level).log("{} is lost: {}", what(), reason);
        stopWork();
        core.metrics().lost(claim.kind(), reason);
        core.callbacks().urgent().execute(() -> lost.complete(reason));
        CompletableFuture<Void> waiting = confirmed;
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    public String key() {
        return claim.key();
    }

    /**
     * The fencing token: larger than that of every earlier grant of this key. A store that refuses smaller ones than it
     * has seen cannot be harmed by a holder that does not know yet that it is none.
     *
     * @throws GrantLostException if it is not held any more
     */
    public long fence() {
        long fence = requireHeld().fence();
        if (fence == 0) {
            throw new UnsupportedOperationException(lane.server() + " is too old to give fences");
        }
        return fence;
    }

    /** The secret by which the server knows this grant; {@link #fence} is what to hand to others. */
    public String token() {
        return requireHeld().token();
    }

    /** Whether it may be relied on at this moment. Once false, it stays so. */
    public boolean isHeld() {
        return holding.heldAt(core.now()) != null;
    }

    /** For how long it may be relied on if nothing is heard from the server any more; zero if it is not held. */
    public Duration remaining() {
        long now = core.now();
        Holding.Held held = holding.heldAt(now);
        return held == null ? Duration.ZERO : Duration.ofNanos(held.deadlineNanos() - now);
    }

    /** Throws if it is not held any more. */
    public void ensureHeld() {
        requireHeld();
    }

    /** What is thrown if it was taken from its holder; null if it is held, or was released on purpose. */
    @Nullable
    GrantLostException loss() {
        return holding.at(core.now()) instanceof Holding.Lost loss ? lostException(loss.reason()) : null;
    }

    private Holding.Held requireHeld() {
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

    private String what() {
        return claim.kind().noun() + " '" + claim.key() + "' on " + lane.server();
    }

    /** Completes when it is lost, with the reason; never if it is released. */
    public CompletionStage<LossReason> lost() {
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

    /**
     * Calls the listener once if it is lost, at once if it is lost already; on a thread that may wait. Listeners are called
     * in the order in which they came, one after the other.
     */
    public void onLost(Consumer<? super LossReason> listener) {
        Objects.requireNonNull(listener, "listener");
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

    /**
     * Gives it back and waits for the server's word, for two seconds unless the options say otherwise. True if the
     * server has confirmed that it was held until now; false if it was lost before, or if nothing was heard in time: then
     * it ends with its lease or with the connection. Calling it again tells the same.
     */
    public boolean release() {
        return core.waiting().awaitAtMost(core.options().releaseTimeout, giveBack(), false);
    }

    /** The same without waiting. */
    public CompletableFuture<Boolean> releaseAsync() {
        return core.waiting().handOver(giveBack().copy());
    }

    /** The same for ourselves: completes on the transport's thread, and is not to be cancelled. */
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
        Frame frame = Frames.release(claim, held.token());
        Exchange exchange = lane.send(frame);
        exchange.whenComplete((answer, failure) -> {
            renewal.stop(); // whose timers are the transport's, like this thread
            boolean confirmed = failure == null && isConfirmed(exchange);
            core.metrics().released(claim.kind(), confirmed);
            lane.finished();
            done.complete(confirmed);
        });
    }

    private boolean isConfirmed(Exchange exchange) {
        try {
            return exchange.read(line -> {
                Answers.ok(line, exchange.frame(), lane.server());
                return true;
            });
        } catch (DflockdException refused) {
            log.warn("a release was not accepted: {}", refused.getMessage());
            return false;
        }
    }

    /** Releases it if it is still held. Never throws: what went wrong in between is what the caller should hear of. */
    @Override
    public void close() {
        release();
    }

    @Override
    public String toString() {
        return "Grant[" + what() + ", held=" + isHeld() + "]";
    }
}
