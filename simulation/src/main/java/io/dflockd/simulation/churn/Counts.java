package io.dflockd.simulation.churn;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What a run has come to so far. */
final class Counts {
    final LongAdder connections = new LongAdder();
    final LongAdder requests = new LongAdder();
    final LongAdder pushes = new LongAdder();
    final LongAdder cutOffs = new LongAdder();
    private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();

    /** Notes an answer by its first word. */
    void answered(String command, String answer) {
        int blank = answer.indexOf(' ');
        String status = blank < 0 ? answer : answer.substring(0, blank);
        answers.computeIfAbsent(command + " " + status, unused -> new LongAdder())
                .increment();
    }

    /** How often a command got a status, by {@code "<command> <status>"}. */
    Map<String, Long> answers() {
        Map<String, Long> sums = new TreeMap<>();
        answers.forEach((answer, count) -> sums.put(answer, count.sum()));
        return sums;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d requests, %,d connections, %,d pushes, %,d cut off",
                requests.sum(),
                connections.sum(),
                pushes.sum(),
                cutOffs.sum());
    }
}
