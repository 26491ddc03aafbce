package io.dflockd.client;

import io.dflockd.client.callbacks.Callbacks;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.GrantKind;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A client in virtual time and without sockets: grants come from the test instead of a server. */
final class VirtualClient implements ClientMetrics {
    final VirtualTimers timers = new VirtualTimers();
    final Core core;
    private final List<LossReason> losses = new CopyOnWriteArrayList<>();
    private final AtomicInteger grants = new AtomicInteger();

    VirtualClient() {
        this(DflockdOptions.builder());
    }

    VirtualClient(DflockdOptions.Builder options) {
        Callbacks callbacks = new Callbacks("virtual", null);
        core = new Core(options.metrics(this).build(), timers, callbacks, new Waiting(() -> false, Runnable::run));
    }

    @Override
    public void lost(LockKind kind, LossReason reason) {
        losses.add(reason);
    }

    /** Every loss so far, whichever grant it was. */
    List<LossReason> losses() {
        return losses;
    }

    ScriptedLane lane() {
        return new ScriptedLane(timers);
    }

    static Slot lock(String key, @Nullable Duration lease) {
        return new Slot(GrantKind.LOCK, key, 1, lease);
    }

    /** A grant whose request leaves and is answered at this moment; its lease is what was asked for. */
    Grant grant(ScriptedLane lane, String key, Duration lease) {
        return answered(lane, lock(key, lease), timers.nanoTime(), lease.toSeconds())
                .join();
    }

    /** The answer to a request that has left at that moment comes now. Tokens are {@code token-1} and so on. */
    CompletableFuture<Grant> answered(ScriptedLane lane, Slot slot, long sentNanos, long leaseSeconds) {
        int number = grants.incrementAndGet();
        Answers.Granted granted = new Answers.Granted("token-" + number, leaseSeconds, number);
        return new Grant(slot, granted, sentNanos, lane, core, core.leaks().place()).begin(sentNanos, leaseSeconds);
    }

    /** A request for a ticket leaves at this moment. */
    CompletableFuture<Ticket> enqueue(ScriptedLane lane, Slot slot) {
        Exchange exchange = lane.send(Frames.enqueue(slot));
        return exchange.thenApply(answer -> Ticket.of(exchange, slot, lane, core));
    }

    /** Waits until everybody who had asked the grant before has been told of its loss. */
    static LossReason tellAll(Grant lost) {
        CompletableFuture<LossReason> last = new CompletableFuture<>();
        lost.onLost(last::complete);
        return last.orTimeout(10, TimeUnit.SECONDS).join();
    }
}
