package io.dflockd.cluster.log;

import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node of a {@link ReplicatedLog} on Apache Ratis. */
final class RatisLog implements ReplicatedLog, RatisMachine.Node {
    private static final Logger LOG = LoggerFactory.getLogger(RatisLog.class);
    private static final String NO_DESCRIPTORS = "Too many open files";
    private static final long HAND_OVER_MILLIS = 1_000;

    private final LogSettings settings;
    private final LogMachine machine;
    private final DataDirectory directory;
    private final Halt halt;
    private final Watch watch;
    private final Progress progress = new Progress();
    private final RatisMachine ratisMachine;
    private final RatisNode node;
    private final LeaderLink link;
    private @Nullable Leadership lastTold; // by the watch alone

    private RatisLog(LogSettings settings, LogMachine machine, DataDirectory directory) throws IOException {
        this.settings = settings;
        this.machine = machine;
        this.directory = directory;
        this.halt = new Halt(machine);
        this.watch = new Watch(halt);
        this.ratisMachine = new RatisMachine(machine, halt, settings.snapshotBytes(), this::leads, this);
        this.node = new RatisNode(settings, directory, ratisMachine);
        this.link = node.link();
    }

    static RatisLog start(LogSettings settings, LogMachine machine) throws ClusterStartException {
        DataDirectory directory = DataDirectory.open(settings);
        try {
            RatisLog log = new RatisLog(settings, machine, directory);
            log.start();
            return log;
        } catch (IOException | RuntimeException e) {
            closeAfter(e, directory);
            throw StartFailure.explained(settings, e);
        }
    }

    private static void closeAfter(Exception failure, DataDirectory directory) {
        try {
            directory.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void start() throws IOException {
        try {
            directory.seal();
            node.start();
        } catch (IOException | RuntimeException e) {
            halt.closing();
            shutDown();
            throw e;
        }
        watch.start(this::lookAtLeadership, this::lookAtProgress, this::lookAtDisk);
    }

    private boolean leads() {
        return node.leadership().isReady();
    }

    @Override
    public CompletableFuture<Long> submit(byte[] entry) {
        return node.submit(entry);
    }

    @Override
    public CompletableFuture<byte[]> toLeader(byte[] message) {
        Leadership now = node.leadership();
        if (now.isReady()) {
            return machine.onMessage(message);
        }
        String leader = now.leader();
        if (leader == null || leader.equals(settings.node())) {
            return CompletableFuture.failedFuture(new NotLeaderException("no leader is known"));
        }
        return link.send(leader, message);
    }

    @Override
    public Leadership leadership() {
        return node.leadership();
    }

    @Override
    public CompletableFuture<Void> transfer(String to) {
        return node.transfer(to);
    }

    @Override
    public LogStatus status() {
        return StatusReport.of(node, directory);
    }

    @Override
    public void leadershipMayHaveChanged() {
        watch.soon(this::lookAtLeadership);
    }

    @Override
    public void snapshotIsDue() {
        watch.soon(node::takeSnapshot);
    }

    @Override
    public void logFailed(Throwable cause) {
        watch.soon(() -> handOverAndHalt(
                "the log in " + directory.root() + " cannot be written: " + Reason.of(cause) + " ("
                        + (directory.root().toFile().getUsableSpace() >> 20) + " MiB free)",
                cause));
    }

    private void lookAtLeadership() {
        Leadership now = node.leadership();
        if (!now.equals(lastTold)) {
            lastTold = now;
            machine.leadershipChanged(now);
        }
    }

    private void lookAtProgress() {
        LogStatus now = status();
        if (!node.isAlive()) {
            halt.now("the log has closed itself", null);
        } else if (progress.isStuck(mayApply(now), now.applied(), now.committed())) {
            halt.now(
                    "entries are committed up to " + now.committed() + ", and applied only up to " + now.applied(),
                    null);
        } else if (ratisMachine.isSnapshotDue()) {
            node.takeSnapshot();
        }
    }

    /** Whoever opens very many connections takes the descriptors, and not the disk: what is open can still be written. */
    private void lookFailed(IOException failure) {
        if (Reason.of(failure).contains(NO_DESCRIPTORS)) {
            LOG.warn("no more files can be opened: raise the limit (ulimit -n), or lower --max-connections");
        } else {
            handOverAndHalt("the data directory cannot be read: " + Reason.of(failure), failure);
        }
    }

    private boolean mayApply(LogStatus now) {
        return now.leadership().leader() != null && !ratisMachine.isBusyWithSnapshot();
    }

    private void lookAtDisk() {
        try {
            PrivateFiles.tighten(directory.root());
            if (status().applied() >= 0) {
                directory.noteEntries();
            }
            long free = directory.freeBytes();
            if (free < settings.minFreeBytes()) {
                handOverAndHalt(
                        "the disk of " + directory.root() + " is full: " + (free >> 20) + " MiB are left", null);
            }
        } catch (IOException e) {
            lookFailed(e);
        }
    }

    /** Another node leads sooner if it is asked to than if it has to miss us first. */
    private void handOverAndHalt(String sentence, @Nullable Throwable cause) {
        try {
            if (leadership().isLeader()) {
                Optional<String> successor = freshestFollower();
                if (successor.isPresent()) {
                    node.transfer(successor.get()).get(HAND_OVER_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("leadership could not be handed over: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        halt.now(sentence, cause);
    }

    private Optional<String> freshestFollower() {
        return StatusReport.silences(node.division().getInfo().getRoleInfoProto()).entrySet().stream()
                .min(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey);
    }

    @Override
    public void close() throws IOException {
        halt.closing();
        shutDown();
    }

    private void shutDown() throws IOException {
        watch.close();
        try (DataDirectory closedLast = directory) {
            link.close();
            node.close();
            PrivateFiles.tighten(closedLast.root());
        }
    }
}
