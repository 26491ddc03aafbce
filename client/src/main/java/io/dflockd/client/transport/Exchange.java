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
    /** Whatever has sent it, and can do something about it afterwards. */
    @FunctionalInterface
    public interface Sender {
        /** Tells the server that the answer is not wanted any more; see {@link Exchange#withdraw}. */
        void withdraw(Exchange exchange);

        /** What the answer led to is unknown: it broke the protocol, or whoever took it has failed. */
        default void distrust(Throwable cause) {}
    }

    private final Frame frame;
    private final long patienceNanos;
    private final Sender sender;
    private volatile long sentNanos;
    long tag;
    long overdueAtNanos; // by the clock of the watchdog
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

    long patienceNanos() {
        return patienceNanos;
    }

    /**
     * The answer is not wanted any more, but comes nevertheless: as {@code timeout} or {@code nil} if the request was
     * still waiting, as usual if it was not. A connection that cannot take a request back ends, which does the same.
     */
    public void withdraw() {
        sender.withdraw(this);
    }

    /**
     * Takes the step when there is an answer, or will be none. If it throws, the last future ends with that, and so does the
     * connection: the server may have given something that nobody knows of here.
     */
    public void then(CompletableFuture<?> last, Steps.Step<? super String> step) {
        whenComplete((answer, failure) -> {
            try {
                step.take(answer, failure);
            } catch (RuntimeException | Error thrown) {
                last.completeExceptionally(thrown);
                sender.distrust(thrown);
            }
        });
    }

    /** Takes the step when there is an answer, or will be none. Nobody waits behind it; if it throws, the connection ends. */
    public void then(Steps.Step<? super String> step) {
        then(this, step);
    }

    /** What the reader makes of the answer, or its refusal; completes on the thread of the connection. */
    public <T> CompletableFuture<T> reading(Function<String, T> reader) {
        CompletableFuture<T> result = new CompletableFuture<>();
        then(result, (answer, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
                return;
            }
            try {
                result.complete(read(reader));
            } catch (DflockdException refused) {
                result.completeExceptionally(refused);
            }
        });
        return result;
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
