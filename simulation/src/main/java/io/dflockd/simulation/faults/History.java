package io.dflockd.simulation.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What all clients of a run asked and heard, in the order of asking, and what was done to the nodes meanwhile. */
record History(List<Exchange> exchanges, List<Incident> incidents) {
    History {
        exchanges = exchanges.stream()
                .sorted(Comparator.comparingLong(Exchange::askedNanos))
                .toList();
        incidents = List.copyOf(incidents);
    }

    static History of(Exchange... exchanges) {
        return new History(List.of(exchanges), List.of());
    }

    /** Reads what a {@link Recorder} wrote; throws IllegalArgumentException if a line is not what it should be. */
    static History read(Path file) throws IOException {
        List<Exchange> exchanges = new ArrayList<>();
        List<Incident> incidents = new ArrayList<>();
        int number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (Incident.isOne(line)) {
                    incidents.add(Incident.of(line));
                } else {
                    exchanges.add(Exchange.of(line));
                }
            }
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("line " + number + " is no line of a history", wrong);
        }
        return new History(exchanges, incidents);
    }

    /** Those exchanges that are asked for, by key. */
    Map<String, List<Exchange>> byKey(Predicate<Exchange> wanted) {
        Map<String, List<Exchange>> byKey = new TreeMap<>();
        for (Exchange each : exchanges) {
            if (wanted.test(each)) {
                byKey.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each);
            }
        }
        return byKey;
    }
}
