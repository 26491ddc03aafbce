package io.dflockd.client.transport;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.client.wire.Frame;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One request and, some time, its answer: the line without tag and terminator, or a {@link DflockdException} if there
 * will be none. It completes on the thread of its connection, so whatever is hung on it must not wait.
 */
public final class Exchange extends CompletableFuture<String> {
    /** Who sends it, and can do something about it afterwards. */
    @FunctionalInterface
    public interface Sender {
        /** Tells the server that the answer is not wanted any more; see {@link Exchange#withdraw}. */
        void withdraw(Exchange exchange);

        /** The answer broke the protocol. */
        default void distrust(ProtocolViolationException violation) {}
    }

    private final Frame frame;
    private final long patienceNanos;
    private final Sender sender;
    private volatile long sentNanos;
    long tag;
    boolean withdrawn;

    /** For a request that is given up if it has no answer so long after it was sent. */
    public Exchange(Frame frame, long patienceNanos, Sender sender) {
        this.frame = frame;
        this.patienceNanos = patienceNanos;
        this.sender = sender;
    }

    /** What was asked. */
    public Frame frame() {
        return frame;
    }

    /** A moment before the request left: whatever the server did about it, it did later. Valid once answered. */
    public long sentNanos() {
        return sentNanos;
    }

    /** Notes that moment; for whoever sends it. */
    public void sentAt(long nowNanos) {
        sentNanos = nowNanos;
    }

    long overdueAtNanos() {
        return sentNanos + patienceNanos;
    }

    /**
     * The answer is not wanted any more, but comes nevertheless: as {@code timeout} or {@code nil} if the request was
     * still waiting, as usual if it was not. A connection that cannot take a request back ends, which does the same.
     */
    public void withdraw() {
        sender.withdraw(this);
    }

    /** Reads the answer that is there. If it breaks the protocol, the connection is of no use any more and ends. */
    public <T> T read(Function<String, T> reader) {
        try {
            return reader.apply(join());
        } catch (ProtocolViolationException violation) {
            sender.distrust(violation);
            throw violation;
        }
    }
}
