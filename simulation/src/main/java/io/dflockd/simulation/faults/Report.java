package io.dflockd.simulation.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a run, or a history that was kept of one, came to. */
record Report(History history, List<String> violations) {
    static Report of(History history) {
        return new Report(history, Checker.check(history));
    }

    /** What happened, in a few lines. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<Exchange> exchanges = history.exchanges();
        long unknown = exchanges.stream().filter(Exchange::isUnknown).count();
        long refused = exchanges.stream().filter(Exchange::isRefused).count();
        lines.add(String.format(
                Locale.ROOT,
                "%,d requests, %,d of unknown outcome, %,d refused; %,d grants",
                exchanges.size(),
                unknown,
                refused,
                Grants.of(history).count()));
        Map<String, Integer> incidents = new TreeMap<>();
        history.incidents().forEach(each -> incidents.merge(each.what(), 1, Integer::sum));
        lines.add("what happened to nodes: " + incidents);
        lines.add("connections lost on nodes to which nothing had happened: " + Silence.unexplained(history));
        List<Duration> silences = Silence.ofLeaderKills(history);
        if (!silences.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "longest wait on the other nodes when the leader was killed: median %.1f s, at most %.1f s",
                    seconds(silences.get(silences.size() / 2)),
                    seconds(silences.get(silences.size() - 1))));
        }
        return lines;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
