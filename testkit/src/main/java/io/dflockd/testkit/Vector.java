package io.dflockd.testkit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One conformance vector of PROTOCOL.md: a script of lines to send and lines to expect, for a fresh server. */
public record Vector(String id, String marks, String title, List<String> options, List<Step> steps) {
    private static final Pattern SHAPE =
            Pattern.compile("(?<id>V\\d+) (?<marks>[ECD]+) (?<title>.*?)(?: \\[(?<options>.*)])? :: (?<steps>.*)");

    /** Reads {@code id marks title [options] :: step ; step ; …}. */
    static Vector parse(String line) {
        Matcher found = SHAPE.matcher(line);
        if (!found.matches()) {
            throw new IllegalArgumentException("not a vector: " + line);
        }
        List<Step> steps = Stream.of(found.group("steps").split(" ; "))
                .flatMap(text -> Step.parse(text).stream())
                .toList();
        return new Vector(
                found.group("id"), found.group("marks"), found.group("title"), options(found.group("options")), steps);
    }

    private static List<String> options(@Nullable String text) {
        return text == null
                ? List.of()
                : Stream.of(text.split(" ")).map(Escapes::text).toList();
    }

    /** Id and title, as a test report shows it. */
    @Override
    public String toString() {
        return id + " " + title;
    }
}
