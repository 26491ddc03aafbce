package io.dflockd.simulation.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A counter that everybody increments by one: it has every increment that was acknowledged before, none that was not asked
 * for yet, and no two increments come to the same number.
 */
final class CounterRule {
    private CounterRule() {}

    static List<String> check(History history) {
        List<String> violations = new ArrayList<>();
        history.byKey(each -> each.is("incr") || each.is("get")).values().forEach(ofKey -> check(ofKey, violations));
        return violations;
    }

    private static void check(List<Exchange> ofKey, List<String> violations) {
        List<Exchange> increments = ofKey.stream()
                .filter(each -> each.is("incr") && !each.isRefused())
                .toList();
        long[] asked = increments.stream().mapToLong(Exchange::askedNanos).toArray();
        long[] done = increments.stream()
                .filter(Exchange::isOk)
                .mapToLong(Exchange::endedNanos)
                .toArray();
        Instants askedAt = new Instants(asked);
        Instants doneAt = new Instants(done);
        Map<Long, Exchange> reached = new HashMap<>();
        for (Exchange each : ofKey) {
            if (each.isOk()) {
                long value = Long.parseLong(each.word(1));
                long own = each.is("incr") ? 1 : 0;
                long least = doneAt.before(each.askedNanos()) + own;
                long most = askedAt.before(each.endedNanos());
                if (value < least || value > most) {
                    violations.add("a counter that must be " + least + " to " + most + ": " + each);
                }
                Exchange same = own == 1 ? reached.put(value, each) : null;
                if (same != null) {
                    violations.add("two increments came to the same number: " + same + ", " + each);
                }
            }
        }
    }
}
