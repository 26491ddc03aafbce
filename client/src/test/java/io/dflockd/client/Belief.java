package io.dflockd.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An interval during which a client was told by its grant that it is the holder.
 *
 * <p>How the two ends are measured makes the verdict safe in both directions, however long the process stood still
 * between any two of its instructions. The client reads {@link System#nanoTime} <em>before</em> each call of
 * {@link Grant#isHeld}; {@code fromNanos} is the reading before the first call that said true, and {@code toNanos} the
 * reading before the last such call, never one after it.
 *
 * <ul>
 *   <li><b>An overlap is no false alarm.</b> The reading lies before the moment at which the call looked at the clock,
 *       so a correct client, whose deadline lies before the server's, puts {@code toNanos} before the end of the lease.
 *       {@code fromNanos} lies behind the return of {@code acquire}, which is behind the grant; and the release is sent
 *       after the last call. The interval is therefore inside the time in which the server has this holder and no
 *       other, and two such times have nothing in common.
 *   <li><b>An overlap is no trifle.</b> At each instant of the interval the client had been told that it holds, and was
 *       told so again by a call that began at that instant or later. What is not held is never held again, so it would
 *       have been told so at that instant too, and would have acted on it.
 * </ul>
 *
 * <p>A client that stops between the reading and the call only makes its interval shorter, so an overlap may escape,
 * but none is made up. On Linux {@code nanoTime} is the system's monotonic clock: readings of all processes of one
 * host can be compared.
 */
record Belief(int client, long fence, long fromNanos, long toNanos, boolean wasLost) {
    private static final String WORD = "held";

    /** Two clients that believed at the same time. */
    record Overlap(Belief earlier, Belief later) {
        long nanos() {
            return Math.min(earlier.toNanos, later.toNanos) - later.fromNanos;
        }

        @Override
        public String toString() {
            return "overlap of " + nanos() / 1000 + " us:\n  " + earlier.show(earlier.fromNanos) + "\n  "
                    + later.show(earlier.fromNanos);
        }
    }

    String line() {
        return String.join(
                " ",
                WORD,
                Integer.toString(client),
                Long.toString(fence),
                Long.toString(fromNanos),
                Long.toString(toNanos),
                Boolean.toString(wasLost));
    }

    /** The belief that a line of a child tells of, if it tells of one. */
    static @Nullable Belief parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 6 || !words[0].equals(WORD)) {
            return null;
        }
        return new Belief(
                Integer.parseInt(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Boolean.parseBoolean(words[5]));
    }

    static List<Belief> inOrder(List<Belief> beliefs) {
        return beliefs.stream()
                .sorted(Comparator.comparingLong(Belief::fromNanos))
                .toList();
    }

    /** Each belief that began before an earlier one was over, beside the one that lasted longest of those. */
    static List<Overlap> overlaps(List<Belief> beliefs) {
        List<Overlap> found = new ArrayList<>();
        Belief last = null;
        for (Belief next : inOrder(beliefs)) {
            if (last != null && next.fromNanos <= last.toNanos) {
                found.add(new Overlap(last, next));
            }
            last = last == null || next.toNanos > last.toNanos ? next : last;
        }
        return found;
    }

    /** Where nobody overlaps, who believes later has the larger fence. Each pair of neighbours where it has not. */
    static List<String> disorder(List<Belief> beliefs) {
        List<Belief> ordered = inOrder(beliefs);
        List<String> found = new ArrayList<>();
        for (int i = 1; i < ordered.size(); i++) {
            Belief earlier = ordered.get(i - 1);
            Belief later = ordered.get(i);
            if (later.fence <= earlier.fence) {
                found.add("fences out of order:\n  " + earlier.show(earlier.fromNanos) + "\n  "
                        + later.show(earlier.fromNanos));
            }
        }
        return found;
    }

    private String show(long originNanos) {
        return "client " + client + " with fence " + fence + " from " + (fromNanos - originNanos) / 1000 + " us to "
                + (toNanos - originNanos) / 1000 + " us, then " + (wasLost ? "lost" : "released");
    }
}
