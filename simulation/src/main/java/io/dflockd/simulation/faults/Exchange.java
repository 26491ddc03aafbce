package io.dflockd.simulation.faults;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request of a client and what became of it.
 *
 * @param askedNanos just before it was sent; of the same clock as all other instants of a history
 * @param endedNanos just after its answer was read, or when nobody waited for one any more
 * @param connection the client and which of its connections: {@code c07.3}
 * @param answer null if nobody knows whether it was done
 */
record Exchange(
        long askedNanos,
        long endedNanos,
        String connection,
        String node,
        String command,
        String key,
        String argument,
        @Nullable String answer) {
    private static final String UNKNOWN = "?";
    private static final String REFUSED = "error_not_leader";
    private static final int FIELDS = 8;

    /** The same in one line, with tabs between the fields. */
    String toLine() {
        return String.join(
                "\t",
                Long.toString(askedNanos),
                Long.toString(endedNanos),
                connection,
                node,
                command,
                key,
                argument,
                answer == null ? UNKNOWN : answer);
    }

    static Exchange of(String line) {
        List<String> fields = List.of(line.split("\t", -1));
        if (fields.size() != FIELDS) {
            throw new IllegalArgumentException("not " + FIELDS + " fields: " + line);
        }
        String answer = fields.get(FIELDS - 1);
        return new Exchange(
                Long.parseLong(fields.get(0)),
                Long.parseLong(fields.get(1)),
                fields.get(2),
                fields.get(3),
                fields.get(4),
                fields.get(5),
                fields.get(6),
                answer.equals(UNKNOWN) ? null : answer);
    }

    Exchange endedAt(long nanos) {
        return new Exchange(askedNanos, nanos, connection, node, command, key, argument, answer);
    }

    boolean is(String wanted) {
        return command.equals(wanted);
    }

    /** Whether nobody can tell if it was done. */
    boolean isUnknown() {
        return answer == null;
    }

    /** Whether it was certainly not done, because nobody led. */
    boolean isRefused() {
        return REFUSED.equals(answer);
    }

    boolean isOk() {
        return answer != null && (answer.equals("ok") || answer.startsWith("ok "));
    }

    /** A word of the answer, counted from 0; empty if there are fewer. */
    String word(int index) {
        String[] words = answer == null ? new String[0] : answer.split(" ", -1);
        return index < words.length ? words[index] : "";
    }

    /** What follows the {@code ok} of an answer, blanks and all. */
    String payload() {
        return isOk() && answer != null && answer.length() > 3 ? answer.substring(3) : "";
    }

    @Override
    public String toString() {
        return connection + " at " + node + ": " + command + " " + key + " " + argument + " -> "
                + (answer == null ? UNKNOWN : answer) + " (" + askedNanos + " to " + endedNanos + ")";
    }
}
