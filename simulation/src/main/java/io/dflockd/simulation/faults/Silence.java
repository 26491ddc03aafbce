package io.dflockd.simulation.faults;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What clients of the nodes that lived noticed: how long they waited when the leader was killed, and what broke. */
final class Silence {
    /** What needs nobody else's doing to be answered. */
    private static final Set<String> PROMPT = Set.of("e", "r", "n", "incr", "get", "rpush", "lpop", "kset", "kget");

    private static final long NEAR_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long EXPLAINED_NANOS = Duration.ofMinutes(1).toNanos();

    private Silence() {}

    /** The longest wait for each time that a leader was killed, shortest first. */
    static List<Duration> ofLeaderKills(History history) {
        return history.incidents().stream()
                .filter(each -> each.is(Mishap.Kind.LEADER_KILLED))
                .map(each -> longest(history, each))
                .sorted()
                .toList();
    }

    /** How many requests had no answer although nothing had happened to their node in the minute before. */
    static long unexplained(History history) {
        return history.exchanges().stream()
                .filter(Exchange::isUnknown)
                .filter(each -> history.incidents().stream().noneMatch(incident -> explains(incident, each)))
                .count();
    }

    private static boolean explains(Incident incident, Exchange exchange) {
        return incident.node().equals(exchange.node())
                && incident.nanos() < exchange.endedNanos()
                && incident.nanos() > exchange.askedNanos() - EXPLAINED_NANOS;
    }

    private static Duration longest(History history, Incident kill) {
        return Duration.ofNanos(history.exchanges().stream()
                .filter(each -> PROMPT.contains(each.command()) && !each.isUnknown())
                .filter(each -> !each.node().equals(kill.node()))
                .filter(each -> each.endedNanos() > kill.nanos() && each.askedNanos() < kill.nanos() + NEAR_NANOS)
                .mapToLong(each -> each.endedNanos() - each.askedNanos())
                .max()
                .orElse(0));
    }
}
