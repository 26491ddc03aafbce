package io.dflockd.client;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Steps;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Pushed;
import io.dflockd.protocol.Push;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a connection has asked the server to tell, and all subscriptions that want to hear it: for the server a second
 * wish for the same is none. Everything happens on the transport's thread.
 */
final class Interest {
    private static final Logger log = LoggerFactory.getLogger(Interest.class);

    private enum Phase {
        /** The server knows nothing of it: there is no connection, or it refused. */
        UNKNOWN,
        ASKED,
        LIVE,
        /** The server was asked to forget it: what still comes is for nobody. */
        LEAVING
    }

    final Topic topic;
    private final ServerLink server;
    private final Core core;
    private final Runnable whenUnused;
    private final List<Subscription> members = new ArrayList<>();
    private final Set<Subscription> cutOff =
            new LinkedHashSet<>(); // members that must hear of a gap before anything else
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private volatile Phase phase = Phase.UNKNOWN;
    private @Nullable Connection connection;
    private @Nullable Exchange underWay;
    private int turns;
    private int refusals; // by nodes that could not serve, one after the other
    private boolean isLed;

    Interest(Topic topic, ServerLink server, Core core, Runnable whenUnused) {
        this.topic = topic;
        this.server = server;
        this.core = core;
        this.whenUnused = whenUnused;
    }

    /** From any thread: whether the server has confirmed it, on a connection that is there. */
    boolean isLive() {
        return phase == Phase.LIVE;
    }

    boolean has(Subscription member) {
        return members.contains(member);
    }

    /** Completes when the server has confirmed it. */
    CompletableFuture<Void> join(Subscription member) {
        members.add(member);
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        if (phase == Phase.LIVE) {
            tellWhoLeads(member);
            confirmed.complete(null);
        } else {
            waiting.add(confirmed);
            askIfNeeded();
        }
        return confirmed;
    }

    /** The server tells it to the first observer of a connection only. */
    private void tellWhoLeads(Subscription late) {
        if (isLed) {
            late.hear(new Pushed.Leader(Push.LeaderEvent.ELECTED.word(), topic.pattern()));
        }
    }

    /** There is a new connection, which knows nothing of it yet. */
    void connected(Connection present) {
        connection = present;
        askIfNeeded();
    }

    private void askIfNeeded() {
        Connection present = connection;
        if (phase == Phase.UNKNOWN && present != null && !members.isEmpty()) {
            phase = Phase.ASKED;
            Frame frame = topic.subscribe();
            Exchange exchange = present.send(frame);
            underWay = exchange;
            exchange.then((answer, failure) -> {
                if (underWay == exchange) {
                    ended(exchange, failure, present);
                }
            });
        }
    }

    private void ended(Exchange exchange, @Nullable Throwable failure, Connection on) {
        if (failure != null) {
            failWaiting(this::unconfirmed);
        } else {
            answered(exchange, on.server().toString());
        }
    }

    private void answered(Exchange exchange, String from) {
        try {
            exchange.read(line -> Requests.done(line, exchange.frame(), from));
            phase = Phase.LIVE;
            refusals = 0;
            tellGaps();
            waiting.forEach(each -> each.complete(null));
            waiting.clear();
        } catch (DflockdException refused) {
            refused(refused, () -> Answers.refusal(exchange.join(), exchange.frame(), from), from);
        }
    }

    /** Newcomers are told, unless another node may serve. Those who were there before rely on it being restored some time. */
    private void refused(DflockdException first, Supplier<DflockdException> refusal, String from) {
        phase = Phase.UNKNOWN;
        if (Hops.leadElsewhere(first, from, server) && ++refusals < Hops.ATTEMPTS) {
            return; // asked again as soon as there is a connection
        }
        refusals = 0;
        if (!cutOff.isEmpty()) {
            log.warn(
                    "a subscription could not be restored, it is tried again: {}",
                    refusal.get().getMessage());
            core.timers().after(core.options().mostBackoff.toNanos(), this::askIfNeeded);
        }
        failWaiting(refusal);
    }

    /** To each an exception of its own: whoever waits for it shows in its stack trace. */
    private void failWaiting(Supplier<DflockdException> failure) {
        List<CompletableFuture<Void>> failed = List.copyOf(waiting);
        failed.forEach(each -> Steps.take(each, () -> each.completeExceptionally(failure.get())));
        waiting.removeIf(CompletableFuture::isDone);
    }

    private void tellGaps() {
        cutOff.forEach(member -> member.missed(Gap.CONNECTION_LOST));
        cutOff.clear();
    }

    /** The connection is gone. */
    void disconnected() {
        forgetConnection();
        failWaiting(this::unconfirmed);
        if (members.isEmpty()) {
            whenUnused.run();
        }
    }

    /** Another connection takes the place of one that may live on, and is told not to go on with this one's topic. */
    void leaveConnection() {
        Connection old = connection;
        if (old != null && phase == Phase.LIVE) {
            old.send(topic.unsubscribe());
        }
        forgetConnection();
        if (members.isEmpty()) {
            whenUnused.run();
        }
    }

    private void forgetConnection() {
        if (phase == Phase.LIVE) {
            cutOff.addAll(members);
        }
        phase = Phase.UNKNOWN;
        connection = null;
        underWay = null;
        isLed = false;
    }

    private DflockdException unconfirmed() {
        return new ConnectionException(topic.subscribe() + ": the connection broke before it was confirmed");
    }

    /** A push that belongs to this topic. It may come before the answer that it follows from. */
    void hear(Pushed push) {
        if (phase == Phase.ASKED || phase == Phase.LIVE) {
            tellGaps();
            isLed = push instanceof Pushed.Leader leader && LeaderEvent.of(leader) != LeaderEvent.RESIGNED;
            if (topic.group() == null) {
                members.forEach(member -> member.hear(push));
            } else {
                members.get(Math.floorMod(turns++, members.size())).hear(push);
            }
        }
    }

    /** Completes when the server has forgotten it, or when it does not matter. */
    CompletableFuture<Void> leave(Subscription member) {
        cutOff.remove(member);
        members.remove(member);
        Connection present = connection;
        CompletableFuture<Void> left = new CompletableFuture<>();
        if (members.isEmpty() && present != null && (phase == Phase.ASKED || phase == Phase.LIVE)) {
            unsubscribe(present, left);
            return left;
        }
        if (members.isEmpty() && phase == Phase.UNKNOWN) {
            whenUnused.run();
        }
        left.complete(null);
        return left;
    }

    private void unsubscribe(Connection present, CompletableFuture<Void> left) {
        phase = Phase.LEAVING;
        isLed = false;
        Exchange exchange = present.send(topic.unsubscribe());
        underWay = exchange;
        exchange.then(left, (answer, failure) -> {
            if (failure == null && underWay == exchange) {
                left();
            }
            left.complete(null);
        });
    }

    /** Somebody may have joined meanwhile. */
    private void left() {
        phase = Phase.UNKNOWN;
        if (members.isEmpty()) {
            whenUnused.run();
        } else {
            askIfNeeded();
        }
    }
}
