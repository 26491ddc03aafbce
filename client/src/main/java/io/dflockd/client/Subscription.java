package io.dflockd.client;

import io.dflockd.client.transport.Steps;
import io.dflockd.client.wire.Pushed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that is called for signals, changes or news of an election until it is closed.
 *
 * <p>It is called once for each event, in the order of the events of a server, one at a time and on a thread that may
 * wait; what it throws is logged. A slow handler holds up nobody else: its events are kept, 10,000 of them, and what
 * comes after that is dropped until half of them are done. Whenever something may have been missed, because events were
 * dropped or because the connection was lost, {@link #onGap} tells, at its place between the events.
 *
 * <pre>{@code
 * try (Subscription subscription = dflockd.watch("config.>", change -> cache.remove(change.key()))) {
 *     subscription.onGap(gap -> cache.clear());
 *     serve();
 * }
 * }</pre>
 */
public final class Subscription implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Subscription.class);

    static final int MAX_BACKLOG = 10_000;

    private final Topic topic;
    private final List<Feeds> servers;
    private final Core core;
    private final Consumer<Pushed> handler;
    private final Executor events;
    private final List<CompletableFuture<Interest>> interests = new ArrayList<>(); // filled before anybody else sees it
    private final AtomicReference<@Nullable CompletableFuture<Void>> end = new AtomicReference<>();
    private final AtomicInteger backlog = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private boolean dropping; // only on the transport's thread

    // Only among the events:
    private final List<Consumer<? super Gap>> gapListeners = new ArrayList<>();
    private @Nullable Gap untold;

    private Subscription(Topic topic, List<Feeds> servers, Consumer<Pushed> handler, Core core) {
        this.topic = topic;
        this.servers = servers;
        this.handler = handler;
        this.core = core;
        this.events = core.callbacks().inOrder();
    }

    /** Subscribes at all these servers or at none. Cancelling the result leaves again. */
    static CompletableFuture<Subscription> start(
            Topic topic, List<Feeds> servers, Consumer<Pushed> handler, Core core) {
        topic.subscribe(); // a wrong argument is told at once
        Subscription subscription = new Subscription(topic, servers, handler, core);
        servers.forEach(each -> subscription.interests.add(each.join(topic, subscription)));
        CompletableFuture<Subscription> result = new CompletableFuture<>();
        result.whenComplete((ready, failure) -> {
            if (failure != null) {
                subscription.leave();
            }
        });
        CompletableFuture<Void> all =
                CompletableFuture.allOf(subscription.interests.toArray(CompletableFuture<?>[]::new));
        Steps.when(all, result, (joined, failure) -> {
            if (failure == null) {
                result.complete(subscription);
            } else {
                result.completeExceptionally(Futures.unwrapped(failure));
            }
        });
        return result;
    }

    /** The pattern of channels or keys, or the key of the election. */
    public String pattern() {
        return topic.pattern();
    }

    /** Whether events can come at this moment: it is not closed, and every server concerned is connected and knows it. */
    public boolean isActive() {
        return end.get() == null && interests.stream().allMatch(Subscription::isLive);
    }

    private static boolean isLive(CompletableFuture<Interest> interest) {
        return interest.isDone()
                && !interest.isCompletedExceptionally()
                && interest.join().isLive();
    }

    /** How many events were dropped because the handler was too slow. */
    public long dropped() {
        return dropped.get();
    }

    /**
     * Calls the listener whenever something may have been missed: once for each gap, after the events that came before
     * it and before those that came after it, like the handler. A gap of which nobody was told is told at once.
     */
    public Subscription onGap(Consumer<? super Gap> listener) {
        Objects.requireNonNull(listener, "listener");
        inOrder(() -> {
            gapListeners.add(listener);
            Gap earlier = untold;
            if (earlier != null) {
                untold = null;
                listener.accept(earlier);
            }
        });
        return this;
    }

    /** There may be a gap here; on the transport's thread, like all that comes. */
    void missed(Gap gap) {
        log.info("{} may have missed something: {}", this, gap);
        inOrder(() -> tell(gap));
    }

    private void tell(Gap gap) {
        if (gapListeners.isEmpty()) {
            untold = gap;
        }
        for (Consumer<? super Gap> listener : gapListeners) {
            try {
                listener.accept(gap);
            } catch (RuntimeException | Error thrown) {
                log.error("a listener of {} has failed", this, thrown);
            }
        }
    }

    /** Never waits: the connection that this comes from serves others too. */
    void hear(Pushed event) {
        boolean wasDropping = dropping;
        dropping = backlog.get() >= (wasDropping ? MAX_BACKLOG / 2 : MAX_BACKLOG);
        if (dropping) {
            dropped.incrementAndGet();
            if (!wasDropping) {
                missed(Gap.SLOW_HANDLER);
            }
        } else {
            backlog.incrementAndGet();
            inOrder(() -> {
                backlog.decrementAndGet();
                handler.accept(event);
            });
        }
    }

    private void inOrder(Runnable task) {
        events.execute(() -> {
            if (end.get() == null) {
                task.run();
            }
        });
    }

    /**
     * Ends it, and waits for the server's word, for two seconds unless the options say otherwise. Once this has
     * returned, no further event reaches the handler; a call that had begun may still go on. Never throws; calling it again
     * does nothing.
     */
    @Override
    public void close() {
        core.waiting().awaitAtMost(core.options().releaseTimeout, leave());
    }

    /** Ends it, without waiting for the server; the future ends when the server has confirmed it, or is not there. */
    public CompletableFuture<Void> closeAsync() {
        return core.waiting().handOver(leave().copy());
    }

    private CompletableFuture<Void> leave() {
        CompletableFuture<Void> own = new CompletableFuture<>();
        CompletableFuture<Void> earlier = end.compareAndExchange(null, own);
        if (earlier != null) {
            return earlier;
        }
        CompletableFuture<?>[] all =
                servers.stream().map(each -> each.leave(topic, this)).toArray(CompletableFuture<?>[]::new);
        Steps.when(CompletableFuture.allOf(all), own, (left, failure) -> own.complete(null));
        return own;
    }

    @Override
    public String toString() {
        return "Subscription[" + topic.subscribe() + "]";
    }
}
