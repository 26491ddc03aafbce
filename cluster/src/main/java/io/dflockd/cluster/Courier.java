package io.dflockd.cluster;

import io.dflockd.cluster.log.Leadership;
import io.dflockd.cluster.log.ReplicatedLog;
import io.dflockd.cluster.machine.Home;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that gets what this node has collected to the leader, one sub-batch at a time: what comes meanwhile goes into
 * the next. It also has the node join, and looks after the clients while there is no leader.
 *
 * <p>A leader's own sub-batches need no courier: the {@link LeaderDesk} takes them itself when it makes an entry.
 */
final class Courier implements Runnable {
    /** Without a leader for so long, what was not sent is refused. */
    static final long REFUSE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Without a leader for so long, whoever has requests that were sent is cut off. */
    static final long ABANDON_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** If nothing of what was sent is applied for so long, it is sent again. */
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long ANSWER_SECONDS = 5;
    private static final Logger log = LoggerFactory.getLogger(Courier.class);

    private final String node;
    private final Replica replica;
    private final Home home;
    private final Clients clients;
    private final LongSupplier clock;
    private final SecureRandom random = new SecureRandom();
    private final Bell bell;
    private final Thread thread;

    private long leaderSeenNanos;
    private long sentNanos;
    private long helloNanos = Long.MIN_VALUE / 2;
    private volatile boolean isStopped;

    @SuppressWarnings("NullAway.Init") // set before the thread starts
    private ReplicatedLog replicatedLog;

    Courier(String node, Replica replica, Home home, Clients clients, LongSupplier clock, Bell bell) {
        this.node = node;
        this.replica = replica;
        this.home = home;
        this.clients = clients;
        this.clock = clock;
        this.bell = bell;
        this.thread = new Thread(this, "dflockd-courier");
        this.thread.setDaemon(true);
    }

    /** Tells {@code onFault} if its thread ends by something that nobody foresaw. */
    void start(ReplicatedLog started, Thread.UncaughtExceptionHandler onFault) {
        replicatedLog = started;
        thread.setUncaughtExceptionHandler(onFault);
        thread.start();
    }

    void stop() {
        isStopped = true;
        thread.interrupt();
    }

    @Override
    public void run() {
        leaderSeenNanos = clock.getAsLong();
        try {
            while (!isStopped) {
                bell.await(clients.hasNext() ? PAUSE_NANOS : LOOK_NANOS);
                look();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt(); // by stop
        }
    }

    private void look() throws InterruptedException {
        Leadership leadership = replicatedLog.leadership();
        long now = clock.getAsLong();
        if (leadership.leader() != null) {
            leaderSeenNanos = now;
            sayHelloIfNeeded(now);
            sendAgainIfOverdue(now);
            if (!leadership.isLeader()) {
                sendAll();
            }
        } else {
            bearWithNoLeader(now - leaderSeenNanos);
        }
    }

    private void bearWithNoLeader(long forNanos) {
        if (forNanos > REFUSE_NANOS) {
            clients.refuseUnsent();
        }
        if (forNanos > ABANDON_NANOS) {
            clients.abandonUndecided();
        }
    }

    private void sayHelloIfNeeded(long now) throws InterruptedException {
        if (!clients.needsHello() || now - helloNanos < AGAIN_NANOS || !replica.ask(machine -> machine.isFounded())) {
            return;
        }
        helloNanos = now;
        byte[] hello = replica.ask(
                machine -> home.hello(random.nextLong() | 1, machine.node(node).epoch()));
        if (!deliver(hello)) {
            helloNanos = now - AGAIN_NANOS + LOOK_NANOS;
        }
    }

    private void sendAll() throws InterruptedException {
        for (byte[] part = clients.next(); part != null && !isStopped; part = clients.next()) {
            sentNanos = clock.getAsLong();
            if (!deliver(part)) {
                Thread.sleep(TimeUnit.NANOSECONDS.toMillis(PAUSE_NANOS)); // for a leader that is just being elected
                clients.giveAgain();
                return;
            }
        }
    }

    /** Whether the leader has it. */
    private boolean deliver(byte[] part) throws InterruptedException {
        try {
            return LeaderDesk.isReceived(replicatedLog.toLeader(part).get(ANSWER_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException failed) {
            log.debug("the leader could not be reached: {}", Objects.toString(failed.getCause(), "no answer"));
            return false;
        }
    }

    private void sendAgainIfOverdue(long now) {
        if (now - sentNanos > AGAIN_NANOS && clients.isWaiting()) {
            sentNanos = now;
            clients.giveAgain();
        }
    }
}
