package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What a client has told its metrics, counted. */
final class Tally implements ClientMetrics {
    private final AtomicInteger acquires = new AtomicInteger();
    private final AtomicInteger timeouts = new AtomicInteger();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger connects = new AtomicInteger();
    private final AtomicInteger disconnects = new AtomicInteger();
    private final AtomicInteger failedConnects = new AtomicInteger();
    private final Queue<LossReason> losses = new ConcurrentLinkedQueue<>();
    private final Queue<String> moves = new ConcurrentLinkedQueue<>();

    @Override
    public void acquired(LockKind kind, Duration waited) {
        acquires.incrementAndGet();
    }

    @Override
    public void timedOut(LockKind kind, Duration waited) {
        timeouts.incrementAndGet();
    }

    @Override
    public void renewed(LockKind kind, Duration took) {
        renewals.incrementAndGet();
    }

    @Override
    public void lost(LockKind kind, LossReason reason) {
        losses.add(reason);
    }

    @Override
    public void connected(String server) {
        connects.incrementAndGet();
    }

    @Override
    public void disconnected(String server) {
        disconnects.incrementAndGet();
    }

    @Override
    public void connectFailed(String server) {
        failedConnects.incrementAndGet();
    }

    @Override
    public void moved(String from, String to, MoveReason reason) {
        moves.add(from + " -> " + to + " " + reason);
    }

    /** Each in the form {@code from -> to REASON}. */
    Queue<String> moves() {
        return moves;
    }

    Queue<LossReason> losses() {
        return losses;
    }

    int acquires() {
        return acquires.get();
    }

    int timeouts() {
        return timeouts.get();
    }

    int connects() {
        return connects.get();
    }

    int disconnects() {
        return disconnects.get();
    }

    int failedConnects() {
        return failedConnects.get();
    }

    /** Waits for so many renewals from now on: time passes for others, too. */
    void awaitRenewals(int more) {
        int wanted = renewals.get() + more;
        eventually().untilAsserted(() -> assertThat(renewals.get()).isGreaterThanOrEqualTo(wanted));
    }
}
