package io.dflockd.server;

import io.dflockd.protocol.Line;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a connection is about to be told, in the order in which it was said: answers to parked requests, and pushes.
 *
 * <p>Any thread may put something in; only the connection's own takes it out. Answers are as many as there are
 * requests; pushes are bounded, by number and by size. The bound is for what comes while the socket takes nothing; what
 * was there before, a burst that only waits for our own thread, is not held against the client up to a wider one.
 */
final class Mailbox {
    static final int MAX_PUSHES = 1_024;

    /** The bounds in bytes, unless a few of the largest values need more. */
    static final int MAX_PUSH_BYTES = 262_144;

    static final int MAX_BURST_BYTES = 16 * MAX_PUSH_BYTES;
    private static final int FEW = 4;
    private static final double CROWDED = 0.5;

    /** What an answer is the answer to. */
    enum To {
        /** A request whose answer is counted already. */
        NOTED,
        /** A request that was under way. */
        UNDER_WAY,
        /** A request that somebody else than the runtime answers: it may come before answers to earlier ones. */
        ASIDE,
        /** A request that was parked. */
        PARKED
    }

    record Answer(long tag, Reply reply, To to) implements Line {
        @Override
        public void writeTo(Lines lines) {
            lines.reply(tag, reply);
        }
    }

    /** Not a line, but news between them: the next request that is under way is parked. */
    enum Parking implements Line {
        NEXT;

        @Override
        public void writeTo(Lines lines) {}
    }

    private final int maxPushBytes;
    private final int maxBurstBytes;
    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pushes = new AtomicInteger();
    private final AtomicInteger pushBytes = new AtomicInteger();
    private volatile boolean isSealed;
    private volatile boolean socketWasFull; // and how much there was when it became so
    private volatile int pushesBefore;
    private volatile int bytesBefore;

    Mailbox(int maxValue) {
        this.maxPushBytes = Math.max(MAX_PUSH_BYTES, FEW * maxValue);
        this.maxBurstBytes = Math.max(MAX_BURST_BYTES, FEW * maxPushBytes);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** Puts an answer in, or news of one. There are as many as there are requests. */
    void add(Line line) {
        lines.add(line);
    }

    /** Takes the push unless there are too many already, or the mailbox is sealed. */
    boolean offer(Push push, boolean socketTakesMore) {
        noteSocket(socketTakesMore);
        if (isSealed || backlog() >= 1 || pushBytes.get() >= maxBurstBytes) {
            return false;
        }
        pushes.incrementAndGet();
        pushBytes.addAndGet(push.length());
        lines.add(push);
        return true;
    }

    /** The socket has taken something: the bound counts anew, also if it is full again before anybody looks. */
    void socketHasMoved() {
        socketWasFull = false;
    }

    private void noteSocket(boolean takesMore) {
        if (takesMore || !socketWasFull) {
            pushesBefore = pushes.get();
            bytesBefore = pushBytes.get();
            socketWasFull = !takesMore;
        }
    }

    /** How much of the bound is used by what came while the socket took nothing: 1 is all of it. */
    private double backlog() {
        double ofPushes = (double) (pushes.get() - pushesBefore) / MAX_PUSHES;
        double ofBytes = (double) (pushBytes.get() - bytesBefore) / maxPushBytes;
        return Math.max(ofPushes, ofBytes);
    }

    /** Whether so much waits for the client that others should get what they can get instead of it. */
    boolean isCrowded() {
        return socketWasFull && backlog() >= CROWDED;
    }

    /** No push gets in any more. True for the first who says so. */
    synchronized boolean seal() {
        boolean isFirst = !isSealed;
        isSealed = true;
        return isFirst;
    }

    /** Nobody reads any more. */
    void clear() {
        isSealed = true;
        lines.clear();
    }

    @Nullable
    Line poll() {
        Line line = lines.poll();
        if (line instanceof Push push) {
            pushes.decrementAndGet();
            pushBytes.addAndGet(-push.length());
        }
        return line;
    }
}
