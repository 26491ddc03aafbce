package io.dflockd.simulation.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the grants of a history, and those that were lost although their lease was not over and their client was there. */
final class Grants {
    private final Map<String, List<Grant>> byKey = new TreeMap<>();
    private final Map<String, Grant> byToken = new HashMap<>(); // with the connection
    private final Map<String, Exchange> queued = new HashMap<>(); // by connection and key
    private final List<String> lost = new ArrayList<>();

    private Grants() {}

    static Grants of(History history) {
        Grants grants = new Grants();
        history.exchanges().forEach(grants::see);
        Comparator<Grant> byFence = (one, other) -> Long.compareUnsigned(one.fence(), other.fence());
        grants.byKey.values().forEach(each -> each.sort(byFence));
        return grants;
    }

    private void see(Exchange exchange) {
        switch (exchange.command()) {
            case "l" -> seeGrant(exchange, exchange);
            case "e" -> seeEnqueue(exchange);
            case "w" -> seeWait(exchange);
            case "n" -> seeRenewal(exchange);
            case "r" -> seeRelease(exchange);
            default -> {}
        }
    }

    private void seeGrant(Exchange place, Exchange answer) {
        if (answer.isOk() || answer.word(0).equals("acquired")) {
            Grant grant = new Grant(place, answer);
            byKey.computeIfAbsent(grant.key, key -> new ArrayList<>()).add(grant);
            byToken.put(grant.connection + grant.token, grant);
        }
    }

    private void seeEnqueue(Exchange exchange) {
        if ("queued".equals(exchange.answer())) {
            queued.put(exchange.connection() + exchange.key(), exchange);
        } else {
            seeGrant(exchange, exchange);
        }
    }

    private void seeWait(Exchange exchange) {
        Exchange place = queued.remove(exchange.connection() + exchange.key());
        if (place == null) {
            seeRenewal(exchange);
        } else if (exchange.isRefused()) {
            queued.put(exchange.connection() + exchange.key(), place);
        } else {
            seeGrant(place, exchange);
        }
    }

    private void seeRenewal(Exchange exchange) {
        boolean isWait = exchange.is("w");
        Grant grant = byToken.get(exchange.connection() + (isWait ? exchange.word(1) : tokenIn(exchange)));
        if (grant == null) {
            return;
        }
        if (exchange.isOk()) {
            grant.provedBy(exchange);
            grant.lease(exchange, exchange.word(isWait ? 2 : 1));
        } else {
            seeRefusal(exchange, grant);
        }
    }

    private void seeRelease(Exchange exchange) {
        Grant grant = byToken.get(exchange.connection() + tokenIn(exchange));
        if (grant != null && exchange.isOk()) {
            grant.provedBy(exchange);
        } else if (grant != null) {
            seeRefusal(exchange, grant);
        }
    }

    private static String tokenIn(Exchange exchange) {
        return exchange.argument().split(" ", -1)[0];
    }

    /** The client was there, as it heard this; so its session was, and the grant must have been. */
    private void seeRefusal(Exchange exchange, Grant grant) {
        if (!exchange.isUnknown() && !exchange.isRefused() && exchange.endedNanos() < grant.leaseEndsNanos) {
            lost.add("a grant was lost: " + exchange + ", granted at " + grant.answeredNanos);
        }
    }

    /** In order of their fences. */
    Map<String, List<Grant>> byKey() {
        return byKey;
    }

    List<String> lost() {
        return lost;
    }

    int count() {
        return byKey.values().stream().mapToInt(List::size).sum();
    }
}
