package io.dflockd.client;

import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.wire.Pushed;
import io.dflockd.client.wire.Pushes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that one connection tells unasked, and the way of each push to those whom it concerns; restored when the connection
 * is made again. Everything happens on the transport's thread.
 *
 * <p>A push names neither the pattern nor the group it was sent for. Therefore no two topics are on one feed between
 * which one could not tell: see {@link Topic#isConfusedWith}.
 */
final class Feed implements ServerLink.Standing {
    final ServerLink server;
    private final Core core;
    private final Map<Topic, Interest> exact = new HashMap<>(); // by topic without group
    private final Map<Topic, Interest> wild = new LinkedHashMap<>();
    private final Consumer<Feed> whenEmpty;
    private @Nullable Connection connection;

    /** The server is made here, because it wants to know where its pushes go. */
    Feed(Function<Consumer<String>, ServerLink> servers, Core core, Consumer<Feed> whenEmpty) {
        this.core = core;
        this.whenEmpty = whenEmpty;
        this.server = servers.apply(this::heard);
    }

    private Map<Topic, Interest> interests(Topic topic) {
        return topic.isExact() ? exact : wild;
    }

    private Stream<Interest> interests() {
        return Stream.concat(exact.values().stream(), wild.values().stream());
    }

    private boolean isEmpty() {
        return exact.isEmpty() && wild.isEmpty();
    }

    boolean has(Topic topic) {
        return find(topic) != null;
    }

    @Nullable
    Interest find(Topic topic) {
        Interest found = interests(topic).get(topic.withoutGroup());
        return found != null && found.topic.equals(topic) ? found : null;
    }

    boolean hasRoomFor(Topic topic) {
        return interests().noneMatch(interest -> interest.topic.isConfusedWith(topic));
    }

    /** Completes when the server has confirmed it, or cannot be reached in time. */
    CompletableFuture<Interest> join(Topic topic, Subscription member) {
        boolean isFirst = isEmpty();
        Interest interest = at(topic);
        if (isFirst) {
            server.addStanding(this);
        }
        CompletableFuture<Interest> joined = new CompletableFuture<>();
        Steps.when(interest.join(member), joined, (confirmed, failure) -> {
            if (failure == null) {
                joined.complete(interest);
            } else {
                joined.completeExceptionally(failure);
            }
        });
        Steps.when(server.connection(core.options().connection.answerTimeout()), joined, (present, failure) -> {
            if (failure != null) {
                joined.completeExceptionally(failure);
            }
        });
        return joined;
    }

    private Interest at(Topic topic) {
        Map<Topic, Interest> interests = interests(topic);
        Interest interest = interests.get(topic.withoutGroup());
        if (interest == null) {
            interest = new Interest(topic, server, core, () -> remove(topic));
            interests.put(topic.withoutGroup(), interest);
            if (connection != null) {
                interest.connected(connection);
            }
        }
        return interest;
    }

    private void remove(Topic topic) {
        interests(topic).remove(topic.withoutGroup());
        if (isEmpty()) {
            server.removeStanding(this);
            whenEmpty.accept(this);
        }
    }

    /** Called for the same connection again if all had left meanwhile. */
    @Override
    public void connected(Connection present) {
        if (present != connection) {
            leave(connection);
            connection = present;
            present.onClose(cause -> disconnected(present));
            interestsNow().forEach(interest -> interest.connected(present));
        }
    }

    /** The link has gone to another node, while the old connection may live on for what is held there. */
    private void leave(@Nullable Connection old) {
        if (old != null) {
            interestsNow().forEach(Interest::leaveConnection);
            old.mute();
        }
    }

    private void disconnected(@Nullable Connection gone) {
        if (gone != null && gone == connection) {
            connection = null;
            interestsNow().forEach(Interest::disconnected);
        }
    }

    private List<Interest> interestsNow() {
        return new ArrayList<>(interests().toList());
    }

    private void heard(String line) {
        Pushed push = Pushes.parse(line);
        Topic about = Topic.of(push);
        Interest literal = exact.get(about);
        if (literal != null) {
            literal.hear(push);
        }
        for (Interest interest : wild.values()) {
            if (interest.topic.covers(about)) {
                interest.hear(push);
            }
        }
    }
}
