package io.dflockd.simulation.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A lock has one holder, its fences grow from grant to grant, and its queue is served in order of arrival.
 *
 * <p>Grants are looked at in order of their fences. Each was made before it was answered, so the one before must not be
 * proved to be held later than that. Whoever certainly had a place before another asked for one has the smaller fence.
 */
final class LockRule {
    private LockRule() {}

    static List<String> check(Grants grants) {
        List<String> violations = new ArrayList<>();
        Map<Long, Grant> byFence = new HashMap<>();
        grants.byKey().forEach((key, ofKey) -> {
            for (Grant grant : ofKey) {
                Grant same = byFence.put(grant.fence(), grant);
                if (same != null) {
                    violations.add(
                            "a fence was given twice: " + same.key + " to " + same + ", " + key + " to " + grant);
                }
            }
            checkExclusion(key, ofKey, violations);
            checkOrder(key, ofKey, violations);
        });
        return violations;
    }

    private static void checkExclusion(String key, List<Grant> inOrder, List<String> violations) {
        Grant last = null; // of those before, the one that is proved to be held longest
        for (Grant grant : inOrder) {
            if (last != null && grant.answeredNanos < last.heldUntilNanos) {
                violations.add("two held " + key + ": " + last + " until " + last.heldUntilNanos + ", but " + grant
                        + " had it by " + grant.answeredNanos);
            }
            if (last == null || grant.heldUntilNanos > last.heldUntilNanos) {
                last = grant;
            }
        }
    }

    private static void checkOrder(String key, List<Grant> ofKey, List<String> violations) {
        List<Grant> byAsking = new ArrayList<>(ofKey);
        byAsking.sort(Comparator.comparingLong(grant -> grant.askedNanos));
        List<Grant> byPlace = new ArrayList<>(ofKey);
        byPlace.sort(Comparator.comparingLong(grant -> grant.queuedNanos));
        Grant largest = null; // of those who had their places before
        int placed = 0;
        for (Grant grant : byAsking) {
            for (; placed < byPlace.size() && byPlace.get(placed).queuedNanos < grant.askedNanos; placed++) {
                Grant earlier = byPlace.get(placed);
                if (largest == null || Long.compareUnsigned(earlier.fence(), largest.fence()) > 0) {
                    largest = earlier;
                }
            }
            if (largest != null && Long.compareUnsigned(largest.fence(), grant.fence()) > 0) {
                violations.add("overtaken at " + key + ": " + largest + " had its place at " + largest.queuedNanos
                        + ", before " + grant + " asked at " + grant.askedNanos);
            }
        }
    }
}
