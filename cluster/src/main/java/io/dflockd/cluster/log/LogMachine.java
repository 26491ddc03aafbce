package io.dflockd.cluster.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a replicated log feeds: the owner's side of {@link ReplicatedLog}.
 *
 * <p>{@link #apply}, {@link #writeSnapshot} and {@link #readSnapshot} are called by one thread at a time, in the order of
 * the log; before the log has started it is the thread that starts it.
 */
public interface LogMachine {
    /**
     * Applies one committed entry, before it returns. Whatever it throws ends the node: an entry that is skipped would
     * make this replica different from the others.
     */
    void apply(long index, byte[] entry);

    /** Writes the whole state as it is after the last applied entry. */
    void writeSnapshot(OutputStream to) throws IOException;

    /** Replaces the whole state by that of a snapshot, which has all entries up to this one. */
    void readSnapshot(long index, InputStream from) throws IOException;

    /**
     * Answers a message that a node sent to its leader. Called only while this node is the leader and ready; messages of
     * one node come in the order in which they were sent, on threads that must not be held up.
     */
    CompletableFuture<byte[]> onMessage(byte[] message);

    /** Hears of every change of leadership as this node sees it; a quick sequence may be told as its last step. */
    void leadershipChanged(Leadership now);

    /**
     * The node cannot go on and its owner ends the process. Called at most once, on any thread, and never for what
     * {@link ReplicatedLog#close} does.
     *
     * @param sentence what happened, for the operator
     */
    void onFatal(String sentence, @Nullable Throwable cause);
}
