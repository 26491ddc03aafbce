package io.dflockd.cluster.log;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * A log that all nodes of a cluster apply in the same order; an entry is committed when a majority has it on disk.
 *
 * <pre>{@code
 * try (ReplicatedLog log = ReplicatedLog.start(LogSettings.single("a", directory), machine)) {
 *     log.submit(entry).thenAccept(index -> …);   // on the leader: applied here, on disk at a majority
 *     log.toLeader(message);                      // from any node: answered by the leader's machine
 * }
 * }</pre>
 */
public interface ReplicatedLog extends AutoCloseable {
    /** Starts a node. It then looks for the others by itself; the machine hears of a leader. */
    static ReplicatedLog start(LogSettings settings, LogMachine machine) throws ClusterStartException {
        return RatisLog.start(settings, machine);
    }

    /**
     * Appends an entry; only the leader can. The future is done with the entry's index when it is committed and applied on
     * this node, and fails with {@link NotLeaderException} if this is not the leader. After any other failure, and
     * after that one if the node was the leader when it was asked, the entry may be applied all the same, now or later.
     * It may be done on a thread of Ratis: what follows must not block.
     */
    CompletableFuture<Long> submit(byte[] entry);

    /**
     * Has the leader's machine answer a message ({@link LogMachine#onMessage}), on whatever node that is; on the leader
     * itself without a detour. Fails with {@link NotLeaderException} while no leader is known, or if the node taken for
     * it is not ready. After any other failure the message may have been answered; without an answer for ten seconds it
     * fails, which says nothing about those behind it.
     */
    CompletableFuture<byte[]> toLeader(byte[] message);

    /** Who leads, at this moment. */
    Leadership leadership();

    /** Hands leadership over; only the leader can. Done when the other node has taken it. */
    CompletableFuture<Void> transfer(String node);

    LogStatus status();

    /** Takes a snapshot and stops; the other nodes elect a new leader if it was this one. */
    @Override
    void close() throws IOException;
}
