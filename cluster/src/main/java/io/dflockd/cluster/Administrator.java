package io.dflockd.cluster;

import io.dflockd.cluster.log.LogStatus;
import io.dflockd.cluster.log.NotLeaderException;
import io.dflockd.cluster.log.ReplicatedLog;
import io.dflockd.cluster.machine.ClusterSettings;
import io.dflockd.cluster.machine.Part;
import io.dflockd.cluster.machine.ReplicatedMachine;
import io.dflockd.engine.Settings;
import io.dflockd.protocol.Status;
import io.dflockd.server.Administration;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators ask of a cluster, on whatever node they ask it: the leader is told of it like of a part, in a message
 * that begins with {@link #ORDER}.
 */
final class Administrator implements Administration {
    private static final byte ORDER = 'T'; // no part begins so
    private static final byte[] DONE = {1};
    private static final byte[] NOT_DONE = {0};
    private static final int PATIENCE_SECONDS = 5;
    private static final Logger log = LoggerFactory.getLogger(Administrator.class);

    private final Replica replica;
    private final Settings ownSettings;
    private final Queue<CompletableFuture<Settings>> awaitingSettings = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("NullAway.Init") // set before anybody asks
    private volatile ReplicatedLog replicatedLog;

    /** Compares {@code ownSettings}, those of this node's flags, with those that hold. */
    Administrator(Replica replica, Settings ownSettings) {
        this.replica = replica;
        this.ownSettings = ownSettings;
    }

    void start(ReplicatedLog started) {
        replicatedLog = started;
    }

    @Override
    public String status() {
        LogStatus now = replicatedLog.status();
        return replica.ask(machine -> ClusterStatus.of(now, machine.nodes(), overruled(machine.settings())))
                .toJson();
    }

    @Override
    public String hash() {
        return replica.hash();
    }

    private List<String> overruled(ClusterSettings holding) {
        return NamedSetting.differing(ownSettings, holding.engine()).stream()
                .map(NamedSetting::key)
                .toList();
    }

    @Override
    public CompletableFuture<Status> transfer(String node) {
        if (node.equals(replicatedLog.leadership().leader())) {
            return CompletableFuture.completedFuture(Status.OK);
        }
        return told(replicatedLog.toLeader(order(node)))
                .thenApply(answer -> Arrays.equals(answer, DONE) ? Status.OK : Status.ERROR)
                .exceptionally(Administrator::explained)
                .completeOnTimeout(Status.ERROR, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static byte[] order(String node) {
        byte[] name = node.getBytes(StandardCharsets.UTF_8);
        byte[] order = new byte[name.length + 1];
        order[0] = ORDER;
        System.arraycopy(name, 0, order, 1, name.length);
        return order;
    }

    /** Whether a message for the leader is one of ours. */
    static boolean isOrder(byte[] message) {
        return message.length > 0 && message[0] == ORDER;
    }

    /** On the leader: leadership goes to the node that the order names. */
    CompletableFuture<byte[]> obey(byte[] order) {
        String node = new String(order, 1, order.length - 1, StandardCharsets.UTF_8);
        boolean isMember = replicatedLog.status().peers().stream()
                .anyMatch(peer -> peer.name().equals(node));
        if (!isMember) {
            return CompletableFuture.completedFuture(NOT_DONE);
        }
        return replicatedLog.transfer(node).handle((done, failure) -> {
            if (failure != null) {
                log.warn("leadership could not be handed over to {}: {}", node, failure.toString());
            }
            return failure == null ? DONE : NOT_DONE;
        });
    }

    @Override
    public CompletableFuture<Status> set(String name, String value) {
        Optional<NamedSetting> setting = NamedSetting.named(name);
        if (setting.isEmpty()) {
            return CompletableFuture.completedFuture(Status.ERROR);
        }
        try {
            return tell(replica.ask(machine -> Proposal.of(machine, setting.get(), value)));
        } catch (IllegalArgumentException notTaken) {
            return CompletableFuture.completedFuture(Status.ERROR);
        }
    }

    /** Other settings, and the number of those that they are to replace. */
    private record Proposal(long replaced, ClusterSettings wanted) {
        static Proposal of(ReplicatedMachine machine, NamedSetting setting, String value) {
            ClusterSettings present = machine.settings();
            return new Proposal(machine.settingsNumber(), present.withEngine(setting.changed(present.engine(), value)));
        }
    }

    /**
     * Done when settings have been applied here: these, or others that came between. Whoever waits in vain cannot know
     * whether they will be. Not called with the replica's lock: the leader's desk is entered, which asks the replica.
     */
    private CompletableFuture<Status> tell(Proposal proposal) {
        CompletableFuture<Settings> settled = new CompletableFuture<>();
        awaitingSettings.add(settled);
        return told(replicatedLog.toLeader(Part.settings(proposal.replaced, proposal.wanted)))
                .thenCompose(answer -> settled)
                .thenApply(holding -> holding.equals(proposal.wanted.engine()) ? Status.OK : Status.ERROR)
                .exceptionally(Administrator::explained)
                .completeOnTimeout(Status.ERROR, PATIENCE_SECONDS, TimeUnit.SECONDS)
                .whenComplete((status, never) -> {
                    settled.cancel(false);
                    awaitingSettings.removeIf(CompletableFuture::isDone);
                });
    }

    /** The settings that hold from now on, on the thread of the log. */
    void settled(ClusterSettings holding) {
        for (NamedSetting each : NamedSetting.differing(ownSettings, holding.engine())) {
            log.warn(
                    "{} is {} in this cluster, not {} as this node was started with",
                    each.key(),
                    each.textOf(holding.engine()),
                    each.textOf(ownSettings));
        }
        for (CompletableFuture<Settings> each = awaitingSettings.poll(); each != null; each = awaitingSettings.poll()) {
            each.complete(holding.engine());
        }
    }

    private static CompletableFuture<byte[]> told(CompletableFuture<byte[]> answer) {
        return answer.copy(); // a timeout of ours must not end what others wait for
    }

    private static Status explained(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof NotLeaderException) {
            return Status.ERROR_NOT_LEADER;
        }
        log.warn("the leader could not be asked: {}", String.valueOf(cause));
        return Status.ERROR;
    }
}
