package io.dflockd.cluster.machine;

import io.dflockd.cluster.machine.Part.Header;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the leader does with the parts that nodes send it: it takes the next of each node, in order, and merges what has
 * come into one entry at a time.
 *
 * <p>That it leaves out what comes twice or too early saves room in the log; that nothing is applied twice is the
 * machine's own business. One entry is under way at a time.
 *
 * <p>Used by one thread at a time.
 */
public final class Sequencer {
    /** What became of a part that was offered. */
    public enum Verdict {
        /** It will be in an entry. */
        TAKEN,
        /** It has been taken before, or applied. */
        KNOWN,
        /** One before it is missing, or the node has no such life: everything is to be given again, from the first. */
        MISPLACED
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Offered(@Nullable Header header, byte[] part) {}

    private final Function<String, NodeStatus> nodes;
    private final Deque<Offered> waiting = new ArrayDeque<>();
    private final Map<String, Header> last = new HashMap<>(); // taken, applied or not

    /** Asks the leader's own machine how far a node has come. */
    public Sequencer(Function<String, NodeStatus> nodes) {
        this.nodes = nodes;
    }

    /**
     * A node has sent a part.
     *
     * @throws UnreadableEntryException if it is none; it must not come into the log
     */
    public Verdict offer(byte[] part) {
        Part.requireReadable(part);
        Offered offered = new Offered(Part.headerOf(part), part);
        Verdict verdict = judge(offered.header);
        if (verdict == Verdict.TAKEN) {
            take(offered);
        }
        return verdict;
    }

    private void take(Offered offered) {
        waiting.addLast(offered);
        if (offered.header != null) {
            last.put(offered.header.node(), offered.header);
        }
    }

    private Verdict judge(@Nullable Header header) {
        if (header == null) {
            return Verdict.TAKEN; // it says by itself whether it is out of date
        }
        NodeStatus status = nodes.apply(header.node());
        if (!status.isPresent() || status.epoch() != header.epoch()) {
            return Verdict.MISPLACED;
        }
        long next = nextOf(header, status);
        if (header.sequence() == next) {
            return Verdict.TAKEN;
        }
        return header.sequence() < next ? Verdict.KNOWN : Verdict.MISPLACED;
    }

    private long nextOf(Header header, NodeStatus status) {
        Header known = last.get(header.node());
        long taken = known != null && known.epoch() == header.epoch() ? known.sequence() : 0;
        return 1 + Math.max(status.sequence(), taken);
    }

    /** Whether an entry would have any part. */
    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The next entry, with what has come or with nothing; it is under way until it is {@linkplain #finished finished}. */
    public byte[] next(long nanos, long firstSeed, long secondSeed) {
        List<byte[]> parts = new ArrayList<>();
        int length = 0;
        while (!waiting.isEmpty() && (parts.isEmpty() || length + waiting.getFirst().part.length <= Entry.MOST_BYTES)) {
            byte[] part = waiting.removeFirst().part;
            parts.add(part);
            length += part.length;
        }
        return new Entry(nanos, firstSeed, secondSeed, parts).toBytes();
    }

    /**
     * The entry that was under way is applied here, or failed. What was to come after a part that got lost is left out
     * until it is sent again.
     */
    public void finished() {
        List<Offered> others = List.copyOf(waiting);
        reset();
        for (Offered offered : others) {
            if (judge(offered.header) == Verdict.TAKEN) {
                take(offered);
            }
        }
    }

    /** This node leads no more, or begins to: nothing is under way. */
    public void reset() {
        waiting.clear();
        last.clear();
    }
}
