package io.dflockd.client;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frames;
import io.dflockd.client.wire.Pushed;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are sent to whoever listens at that moment, and kept for nobody.
 *
 * <p>A channel is a name of parts between dots. In a pattern of channels {@code *} stands for one part, and {@code >} as
 * the last part for one or more: {@code orders.*.paid}, {@code orders.>}. A text is one line of up to 64 KiB in UTF-8, or as
 * much as the server's {@code --max-value} says, at most 1 MiB.
 *
 * <pre>{@code
 * Subscription subscription = dflockd.signals().listen("orders.>", signal -> refresh(signal.channel()));
 * dflockd.signals().send("orders.eu.paid", "4711");
 * }</pre>
 */
public final class Signals {
    private final Dflockd client;
    private final Requests requests;
    private final Core core;

    Signals(Dflockd client, Requests requests, Core core) {
        this.client = client;
        this.requests = requests;
        this.core = core;
    }

    /**
     * Sends a text to a channel, and tells how often it was delivered: once for each connection that listens, however
     * many of its patterns match, and once for each group.
     */
    public long send(String channel, String payload) {
        return requests.ask(Frames.signal(channel, payload), Answers::number);
    }

    /** Sends a text to a channel; the future tells how often it was delivered, counted as by {@link #send}. */
    public CompletableFuture<Long> sendAsync(String channel, String payload) {
        return requests.askAsync(Frames.signal(channel, payload), Answers::number);
    }

    /**
     * Calls the handler for every signal whose channel the pattern means. Waits until the server has confirmed it; a
     * pattern with wildcards concerns all servers, and each of them must.
     *
     * @throws DflockdException if a server refuses it or cannot be reached
     */
    public Subscription listen(String pattern, Consumer<? super Signal> handler) {
        return core.waiting().await(start(pattern, null, handler), purpose(pattern, null));
    }

    /**
     * Listens as a member of a group: each signal goes to one member of those with the same pattern and group, in
     * turns. The members at one client take turns for the share of that client. Where patterns of groups overlap with
     * others of the same client, it takes a further connection, because else it could not tell their signals apart.
     */
    public Subscription listen(String pattern, String group, Consumer<? super Signal> handler) {
        Objects.requireNonNull(group, "group");
        return core.waiting().await(start(pattern, group, handler), purpose(pattern, group));
    }

    /** Begins to listen to a pattern of channels; the future has the subscription once every server concerned has confirmed it. */
    public CompletableFuture<Subscription> listenAsync(String pattern, Consumer<? super Signal> handler) {
        return core.waiting().handOver(start(pattern, null, handler), Subscription::closeAsync);
    }

    /** Begins to listen as a member of a group; the future has the subscription once every server concerned has confirmed it. */
    public CompletableFuture<Subscription> listenAsync(String pattern, String group, Consumer<? super Signal> handler) {
        Objects.requireNonNull(group, "group");
        return core.waiting().handOver(start(pattern, group, handler), Subscription::closeAsync);
    }

    private Purpose purpose(String pattern, @Nullable String group) {
        return Purpose.subscription(Topic.signals(pattern, group), core);
    }

    private CompletableFuture<Subscription> start(
            String pattern, @Nullable String group, Consumer<? super Signal> handler) {
        Objects.requireNonNull(handler, "handler");
        return client.subscribe(Topic.signals(pattern, group), push -> {
            Pushed.Signal signal = (Pushed.Signal) push;
            handler.accept(new Signal(signal.channel(), signal.payload()));
        });
    }
}
