package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All subscriptions at one server. They share the connection that everything shares, with two exceptions that have a
 * further one: topics between which one could not tell there, and elections, since a connection is not told when it wins
 * one itself.
 */
final class Feeds {
    private final Function<Consumer<String>, ServerLink> servers;
    private final Transport transport;
    private final Core core;
    private final Feed shared;
    private final List<Feed> further = new ArrayList<>(); // only on the transport's thread
    private volatile boolean closed;

    Feeds(Function<Consumer<String>, ServerLink> servers, Transport transport, Core core) {
        this.servers = servers;
        this.transport = transport;
        this.core = core;
        this.shared = new Feed(servers, core, empty -> {});
    }

    ServerLink server() {
        return shared.server;
    }

    /** Completes when the server has confirmed it; if it fails, the subscription must leave. */
    CompletableFuture<Interest> join(Topic topic, Subscription member) {
        CompletableFuture<Interest> joined = new CompletableFuture<>();
        transport.execute(joined, () -> {
            if (closed) {
                joined.completeExceptionally(new ClientClosedException());
            } else {
                Futures.pass(feedFor(topic).join(topic, member), joined);
            }
        });
        return joined;
    }

    private Feed feedFor(Topic topic) {
        return feeds().filter(feed -> feed.has(topic))
                .findFirst()
                .or(() -> feeds().filter(feed -> isPlaceFor(topic, feed)).findFirst())
                .orElseGet(this::furtherFeed);
    }

    private Stream<Feed> feeds() {
        return Stream.concat(Stream.of(shared), further.stream());
    }

    private boolean isPlaceFor(Topic topic, Feed feed) {
        boolean mayWin = feed == shared && topic.kind() == Topic.Kind.LEADERS;
        return !mayWin && feed.hasRoomFor(topic);
    }

    private Feed furtherFeed() {
        Feed feed = new Feed(servers, core, this::discard);
        further.add(feed);
        return feed;
    }

    private void discard(Feed empty) {
        further.remove(empty);
        empty.server.close();
    }

    /** Completes when the server has forgotten it, or when it does not matter. */
    CompletableFuture<Void> leave(Topic topic, Subscription member) {
        CompletableFuture<Void> left = new CompletableFuture<>();
        transport.execute(left, () -> {
            Interest interest = feeds().map(feed -> feed.find(topic))
                    .filter(found -> found != null && found.has(member))
                    .findFirst()
                    .orElse(null);
            if (interest == null) {
                left.complete(null);
            } else {
                Steps.when(interest.leave(member), left, (done, failure) -> left.complete(null));
            }
        });
        return left;
    }

    /** Ends the further connections; the shared one has its own end. */
    void close() {
        closed = true;
        transport.execute(() -> further.forEach(feed -> feed.server.close()));
    }
}
