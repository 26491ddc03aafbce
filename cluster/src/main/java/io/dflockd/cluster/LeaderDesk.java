package io.dflockd.cluster;

import io.dflockd.cluster.log.Leadership;
import io.dflockd.cluster.log.LogStatus;
import io.dflockd.cluster.log.ReplicatedLog;
import io.dflockd.cluster.machine.Genesis;
import io.dflockd.cluster.machine.LeaderClock;
import io.dflockd.cluster.machine.NodeStatus;
import io.dflockd.cluster.machine.Part;
import io.dflockd.cluster.machine.ReplicatedMachine;
import io.dflockd.cluster.machine.Sequencer;
import io.dflockd.cluster.machine.UnreadableEntryException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that makes the entries while this node leads: what all nodes have sent, with the time and the seed; one entry
 * after another, and an empty one if something is due and nobody asks. It founds a new cluster, and declares nodes gone.
 */
final class LeaderDesk implements Runnable {
    /** Entries that only let time pass are at least so far apart. */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** After an entry with several requests, the next one waits for others for this part of the time that it took. */
    private static final int COMPANY_PART = 4;

    private static final long MOST_COMPANY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final byte[] AGAIN = {0};
    private static final byte[] RECEIVED = {1};
    private static final Logger log = LoggerFactory.getLogger(LeaderDesk.class);

    private final Replica replica;
    private final Clients clients;
    private final LongSupplier clock;
    private final Supplier<Genesis> genesis;
    private final long graceNanos;
    private final String node;
    private final SecureRandom random = new SecureRandom();
    private final Sequencer sequencer; // guarded by itself
    private final Bell bell;
    private final Thread thread;

    private @Nullable LeaderClock leaderClock; // while this node leads
    private long term;
    private long readyNanos;
    private long lookedNanos;
    private long tickedNanos;
    private final Set<String> suspects = new HashSet<>(); // silent for too long at the last look
    private long companyNanos; // how long to wait for others before the next entry
    private volatile boolean isStopped;

    @SuppressWarnings("NullAway.Init") // set before the thread starts
    private ReplicatedLog replicatedLog;

    LeaderDesk(
            String node,
            Replica replica,
            Clients clients,
            LongSupplier clock,
            Supplier<Genesis> genesis,
            Duration grace,
            Bell bell) {
        this.node = node;
        this.replica = replica;
        this.clients = clients;
        this.clock = clock;
        this.genesis = genesis;
        this.graceNanos = grace.toNanos();
        this.bell = bell;
        this.sequencer = new Sequencer(name -> replica.ask(machine -> machine.node(name)));
        this.thread = new Thread(this, "dflockd-leader");
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

    /** A node has sent a part: it will be in one of the next entries, or is to be sent again. */
    byte[] offer(byte[] part) {
        Sequencer.Verdict verdict;
        try {
            synchronized (sequencer) {
                verdict = sequencer.offer(part);
            }
        } catch (UnreadableEntryException broken) {
            log.warn("a node has sent something that is no part of an entry: {}", broken.getMessage());
            verdict = Sequencer.Verdict.KNOWN; // sending it again would not make it better
        }
        bell.ring();
        return verdict == Sequencer.Verdict.MISPLACED ? AGAIN : RECEIVED;
    }

    /** Whether the answer to a part says that the leader has it, and it need not be sent again. */
    static boolean isReceived(byte[] answer) {
        return Arrays.equals(answer, RECEIVED);
    }

    @Override
    public void run() {
        try {
            while (!isStopped) {
                Leadership leadership = replicatedLog.leadership();
                if (leadership.isReady()) {
                    lead(leadership);
                } else {
                    resign();
                    bell.await(LOOK_NANOS);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt(); // by stop
        }
    }

    private void resign() {
        if (leaderClock != null) {
            leaderClock = null;
            synchronized (sequencer) {
                sequencer.reset();
            }
            clients.giveAgain();
        }
    }

    private void lead(Leadership leadership) throws InterruptedException {
        if (leaderClock == null || leadership.term() != term) {
            resign();
            begin(leadership.term());
        }
        lookAround();
        awaitCompany();
        collectOwn();
        long now = clusterNanos();
        long next = replica.ask(ReplicatedMachine::nextNanos);
        if (hasParts() || (next <= now && clock.getAsLong() - tickedNanos >= TICK_NANOS)) {
            append(now);
        } else {
            bell.await(Math.min(LOOK_NANOS, Math.max(TICK_NANOS, next - now)));
        }
    }

    private void begin(long newTerm) {
        term = newTerm;
        readyNanos = clock.getAsLong();
        suspects.clear();
        leaderClock = new LeaderClock(replica.ask(ReplicatedMachine::nowNanos), readyNanos);
        if (!replica.ask(ReplicatedMachine::isFounded)) {
            var unused = offer(Part.genesis(genesis.get()));
        }
        log.info("this node leads, term {}", newTerm);
    }

    private long clusterNanos() {
        return Objects.requireNonNull(leaderClock).nanosAt(clock.getAsLong());
    }

    private boolean hasParts() {
        synchronized (sequencer) {
            return !sequencer.isEmpty();
        }
    }

    private void collectOwn() {
        for (byte[] part = clients.next(); part != null; part = clients.next()) {
            synchronized (sequencer) {
                if (sequencer.offer(part) == Sequencer.Verdict.MISPLACED) {
                    clients.giveAgain();
                    return;
                }
            }
        }
    }

    /**
     * Clients that have just been answered ask again at once. Without a moment for them they would split into two halves,
     * each waiting for the entry of the other, and there would be twice as many entries as are needed.
     */
    private void awaitCompany() {
        if (companyNanos > 0) {
            LockSupport.parkNanos(this, companyNanos);
            companyNanos = 0;
        }
    }

    private void append(long now) throws InterruptedException {
        byte[] entry;
        synchronized (sequencer) {
            entry = sequencer.next(now, random.nextLong(), random.nextLong());
        }
        tickedNanos = clock.getAsLong();
        long requestsBefore = replica.ask(ReplicatedMachine::requestsRun);
        boolean isApplied = false;
        try {
            isApplied = replicatedLog.submit(entry).get() >= 0;
        } catch (ExecutionException failed) {
            log.debug("an entry was not written, or nobody knows: {}", String.valueOf(failed.getCause()));
        }
        synchronized (sequencer) {
            sequencer.finished();
        }
        boolean hadCompany = replica.ask(ReplicatedMachine::requestsRun) > requestsBefore + 1;
        companyNanos = hadCompany ? Math.min(MOST_COMPANY_NANOS, (clock.getAsLong() - tickedNanos) / COMPANY_PART) : 0;
        if (!isApplied) {
            clients.giveAgain();
            LockSupport.parkNanos(this, TICK_NANOS); // not by the bell, which has just been rung
        }
    }

    /**
     * Whoever was not heard of for too long, at two looks, is gone: a leader that has stood still itself hears of everybody
     * before the second. One that is new has not had time to hear of everybody either.
     */
    private void lookAround() {
        long now = clock.getAsLong();
        if (now - lookedNanos < LOOK_NANOS || now - readyNanos < graceNanos) {
            return;
        }
        lookedNanos = now;
        for (LogStatus.Peer peer : replicatedLog.status().peers()) {
            long silentNanos = TimeUnit.MILLISECONDS.toNanos(peer.silentMillis().orElse(0));
            boolean isSilent = silentNanos > graceNanos && !peer.name().equals(node);
            if (isSilent && !suspects.add(peer.name())) {
                declareGone(peer.name());
            } else if (!isSilent) {
                suspects.remove(peer.name());
            }
        }
    }

    private void declareGone(String name) {
        NodeStatus status = replica.ask(machine -> machine.node(name));
        if (status.isPresent()) {
            log.warn("node {} has been silent for too long: its sessions end", name);
            var unused = offer(Part.nodeGone(name, status.epoch()));
        }
    }
}
