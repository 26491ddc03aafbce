package io.dflockd.simulation.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Items come out in the order in which they were pushed; all pushes are at one end and all pops at the other. An item that was pushed once comes out at most once, and comes out at all if its push was acknowledged: unless a pop
 * whose answer never came may have taken it, or nobody has looked whether the list is empty.
 */
final class ListRule {
    private ListRule() {}

    static List<String> check(History history) {
        List<String> violations = new ArrayList<>();
        history.byKey(each -> each.is("rpush") || isPop(each)).forEach((key, ofKey) -> check(key, ofKey, violations));
        return violations;
    }

    private static boolean isPop(Exchange exchange) {
        return exchange.is("lpop") || exchange.is("blpop");
    }

    private static void check(String key, List<Exchange> ofKey, List<String> violations) {
        Map<String, Exchange> pushes = new HashMap<>();
        Map<String, Exchange> pops = new HashMap<>();
        for (Exchange each : ofKey) {
            if (each.is("rpush")) {
                pushes.put(each.argument(), each);
            } else if (each.isOk()) {
                Exchange first = pops.put(each.payload(), each);
                if (first != null) {
                    violations.add("an item came twice: " + first + ", " + each);
                }
            }
        }
        pops.forEach((item, pop) -> checkOrigin(pushes.get(item), pop, violations));
        checkOrder(ofKey, pops, violations);
        if (isKnownToBeEmpty(ofKey)) {
            checkLosses(key, ofKey, pushes, pops, violations);
        }
    }

    private static void checkOrigin(@Nullable Exchange push, Exchange pop, List<String> violations) {
        if (push == null || push.isRefused() || push.askedNanos() > pop.endedNanos()) {
            violations.add("an item that was never pushed: " + pop);
        }
    }

    /** Whoever was certainly pushed before another is not popped after it. */
    private static void checkOrder(List<Exchange> ofKey, Map<String, Exchange> pops, List<String> violations) {
        List<Exchange> popped = ofKey.stream()
                .filter(each -> each.is("rpush") && pops.containsKey(each.argument()))
                .toList(); // in order of asking
        List<Exchange> pushed = popped.stream()
                .filter(Exchange::isOk)
                .sorted(Comparator.comparingLong(Exchange::endedNanos))
                .toList();
        Exchange latest = null; // the pop that was asked last, of an item that was there before
        int ended = 0;
        for (Exchange push : popped) {
            for (; ended < pushed.size() && pushed.get(ended).endedNanos() < push.askedNanos(); ended++) {
                Exchange pop = popOf(pushed.get(ended), pops);
                if (latest == null || pop.askedNanos() > latest.askedNanos()) {
                    latest = pop;
                }
            }
            Exchange pop = popOf(push, pops);
            if (latest != null && pop.endedNanos() < latest.askedNanos()) {
                violations.add("an item came before one that was pushed earlier: " + pop + ", " + latest);
            }
        }
    }

    private static Exchange popOf(Exchange push, Map<String, Exchange> pops) {
        return Objects.requireNonNull(pops.get(push.argument()));
    }

    /** Whether somebody found nothing after the last push had ended. */
    private static boolean isKnownToBeEmpty(List<Exchange> ofKey) {
        long lastPush = ofKey.stream()
                .filter(each -> each.is("rpush"))
                .mapToLong(Exchange::endedNanos)
                .max()
                .orElse(0);
        return ofKey.stream().anyMatch(each -> "nil".equals(each.answer()) && each.askedNanos() > lastPush);
    }

    private static void checkLosses(
            String key,
            List<Exchange> ofKey,
            Map<String, Exchange> pushes,
            Map<String, Exchange> pops,
            List<String> violations) {
        long unknownPops =
                ofKey.stream().filter(each -> isPop(each) && each.isUnknown()).count();
        List<Exchange> lost = pushes.values().stream()
                .filter(push -> push.isOk() && !pops.containsKey(push.argument()))
                .toList();
        if (lost.size() > unknownPops) {
            violations.add(lost.size() + " items of " + key + " were lost, but only " + unknownPops
                    + " pops had no answer; one of them: " + lost.get(0));
        }
    }
}
