package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.wire.Pushed;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A place that one at a time can have: the leader. Candidates are elected strictly in the order of arrival.
 *
 * <pre>{@code
 * Candidacy candidacy = dflockd.election("scheduler").run(leadership -> {
 *     while (leadership.isHeld()) {
 *         schedule(queue.take(), leadership.fence());
 *     }
 * });
 * candidacy.awaitEnd();
 * }</pre>
 */
public final class Election {
    private final Slot slot;
    private final Dflockd client;
    private final Core core;

    Election(Slot slot, Dflockd client, Core core) {
        this.slot = slot;
        this.client = client;
        this.core = core;
    }

    /** The name of the election, on which all candidates must agree. */
    public String key() {
        return slot.key();
    }

    /**
     * This election with another lease: how long the server waits, when it hears nothing from the leader, before it elects
     * another. It is rounded up to whole seconds, so half a second is one.
     */
    public Election lease(Duration lease) {
        return new Election(slot.withLease(lease), client, core);
    }

    /**
     * Is a candidate in the background, again and again, and does the work whenever it leads. Its thread does not keep the
     * process alive: {@link Candidacy#awaitEnd} does.
     */
    public Candidacy run(LeadershipWork work) {
        Objects.requireNonNull(work, "work");
        return Candidacy.start(slot, client.server(key()), work, core);
    }

    /**
     * Waits to be elected, once. Closing the grant resigns.
     *
     * @throws LockTimeoutException if it was not in time; its message says who leads
     */
    public Grant campaign(Duration patience) {
        return core.waiting().await(start(patience), Purpose.slot(this, patience, core));
    }

    /** Stands for election once, as {@link #campaign} does; a future of the grant. Cancelling it leaves the queue. */
    public CompletableFuture<Grant> campaignAsync(Duration patience) {
        return core.waiting().handOver(start(patience), Grant::giveBack);
    }

    private CompletableFuture<Grant> start(Duration patience) {
        return Acquisition.start(slot, patience, client.server(key()), core);
    }

    /**
     * Tells the listener who comes and goes, beginning with {@link LeaderEvent#ELECTED} if somebody leads already. After
     * a gap it begins anew in the same way. All observers of a client have a connection of their own, because the server
     * does not tell a connection of its own election.
     *
     * @throws DflockdException if the server refuses it or cannot be reached
     */
    public Subscription observe(Consumer<? super LeaderEvent> listener) {
        return core.waiting().await(startObserving(listener), Purpose.subscription(Topic.leaders(key()), core));
    }

    /** Begins to observe as {@link #observe} does; the future has the subscription once the server has confirmed it. */
    public CompletableFuture<Subscription> observeAsync(Consumer<? super LeaderEvent> listener) {
        return core.waiting().handOver(startObserving(listener), Subscription::closeAsync);
    }

    private CompletableFuture<Subscription> startObserving(Consumer<? super LeaderEvent> listener) {
        Objects.requireNonNull(listener, "listener");
        return client.subscribe(Topic.leaders(key()), push -> listener.accept(LeaderEvent.of((Pushed.Leader) push)));
    }

    @Override
    public String toString() {
        return "election '" + key() + "' on " + client.server(key());
    }
}
