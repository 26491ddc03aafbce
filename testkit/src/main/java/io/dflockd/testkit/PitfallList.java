package io.dflockd.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The catalogue of {@code docs/pitfalls.md}: every id, and why some of them have no test. */
public final class PitfallList {
    private static final Pattern ITEM = Pattern.compile(
            "- \\*\\*(?<id>[A-Z]{2}-\\d{2})\\*\\* (?<title>.+?)(?: — (?<reason>(?:not tested|later): .+))?");

    private final Set<String> ids = new TreeSet<>();
    private final Map<String, String> reasons = new TreeMap<>();

    private PitfallList() {}

    public static PitfallList ofProject() {
        Path file = Project.root().resolve("docs/pitfalls.md");
        try (Stream<String> lines = Files.lines(file)) {
            return parse(lines);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static PitfallList parse(Stream<String> lines) {
        var list = new PitfallList();
        lines.filter(line -> line.startsWith("- **")).forEach(list::add);
        return list;
    }

    private void add(String line) {
        Matcher item = ITEM.matcher(line);
        if (!item.matches()) {
            throw new IllegalArgumentException("not an item of the list: " + line);
        }
        String id = item.group("id");
        if (!ids.add(id)) {
            throw new IllegalArgumentException(id + " is listed twice");
        }
        String reason = item.group("reason");
        if (reason != null) {
            reasons.put(id, reason);
        }
    }

    public Set<String> ids() {
        return ids;
    }

    /** The ids of one group, {@code LM} for instance. */
    public Set<String> ids(String group) {
        return ids.stream().filter(id -> id.startsWith(group + "-")).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Why an id has no test, by id; ids that need one are not in here. */
    public Map<String, String> reasons() {
        return reasons;
    }
}
