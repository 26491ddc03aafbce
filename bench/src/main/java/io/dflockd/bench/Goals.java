package io.dflockd.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a benchmark should reach, and what it has missed of that. */
final class Goals {
    private final List<String> missed = new ArrayList<>();

    /** A figure that could not be computed is a miss, too. */
    void atLeast(double goal, String what, double figure) {
        if (!(figure >= goal)) {
            missed.add(String.format(Locale.ROOT, "%s: %.2f, not at least %.2f", what, figure, goal));
        }
    }

    void below(double goal, String what, double figure) {
        if (!(figure < goal)) {
            missed.add(String.format(Locale.ROOT, "%s: %.2f, not below %.2f", what, figure, goal));
        }
    }

    void none(String what, long count) {
        if (count != 0) {
            missed.add(what + ": " + count + ", not none");
        }
    }

    /** One line in words. */
    String verdict() {
        return missed.isEmpty() ? "all goals are met" : "goals missed: " + String.join("; ", missed);
    }

    /** Says it, and gives the status to exit with. */
    int tell() {
        System.out.println(verdict());
        return missed.isEmpty() ? 0 : 1;
    }
}
