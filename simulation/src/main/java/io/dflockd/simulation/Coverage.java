package io.dflockd.simulation;

import io.dflockd.protocol.Command;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How often which command was answered with which status. */
final class Coverage {
    private static final Set<String> VERBS =
            Arrays.stream(Command.values()).map(Command::word).collect(Collectors.toUnmodifiableSet());

    private final Map<String, Integer> counts = new TreeMap<>();

    void count(String verb, String status) {
        if (VERBS.contains(verb)) {
            counts.merge(verb + " " + status, 1, Integer::sum);
        }
    }

    /** {@code watch <event>} and {@code leader <event>}; a signal says what it likes. */
    void countPush(String line) {
        String[] words = line.split(" ", 3);
        counts.merge(words[0].equals("sig") ? "push sig" : "push " + words[0] + " " + words[1], 1, Integer::sum);
    }

    void countCutOff() {
        counts.merge("cut off", 1, Integer::sum);
    }

    /** Adds the counts of another history. */
    synchronized void add(Coverage other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Integer::sum));
    }

    /** How often {@code "l timeout"} or the like was seen. */
    int of(String verbAndStatus) {
        return counts.getOrDefault(verbAndStatus, 0);
    }

    /** How often the command was answered, with whatever status. */
    int ofVerb(String verb) {
        return counts.entrySet().stream()
                .filter(each -> each.getKey().startsWith(verb + " "))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
