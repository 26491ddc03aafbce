package io.dflockd.simulation.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * Says what in a history must not be. It knows nothing of the run but the history, and it is careful: what it finds cannot
 * be explained by any order of events that the instants allow.
 */
final class Checker {
    private Checker() {}

    /** One line for each violation; none if all is well. */
    static List<String> check(History history) {
        List<String> violations = new ArrayList<>(AnswerRule.check(history));
        if (!violations.isEmpty()) {
            return violations; // the others read what answers say
        }
        Grants grants = Grants.of(history);
        violations.addAll(grants.lost());
        violations.addAll(LockRule.check(grants));
        violations.addAll(CounterRule.check(history));
        violations.addAll(ListRule.check(history));
        violations.addAll(ValueRule.check(history));
        return violations;
    }
}
