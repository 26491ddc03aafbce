package io.dflockd.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Holds the ids of {@link Pitfall} annotations in all test sources against the catalogue. */
public final class PitfallCoverage {
    private static final Pattern ANNOTATION = Pattern.compile("@Pitfall\\(\\s*(\\{[^}]*}|\"[^\"]*\")\\s*\\)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    private final PitfallList list;
    private final Set<String> tested;

    PitfallCoverage(PitfallList list, Set<String> tested) {
        this.list = list;
        this.tested = new TreeSet<>(tested);
    }

    /** Reads the sources and not the classes, so that one test sees the tests of all modules. */
    public static PitfallCoverage ofProject() {
        Set<String> tested = new TreeSet<>();
        try (Stream<Path> modules = Files.list(Project.root())) {
            for (Path tests :
                    modules.map(module -> module.resolve("src/test/java")).toList()) {
                if (Files.isDirectory(tests)) {
                    tested.addAll(idsBelow(tests));
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return new PitfallCoverage(PitfallList.ofProject(), tested);
    }

    private static Set<String> idsBelow(Path folder) throws IOException {
        Set<String> ids = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                ids.addAll(idsIn(Files.readString(file)));
            }
        }
        return ids;
    }

    static Set<String> idsIn(String source) {
        Set<String> ids = new TreeSet<>();
        Matcher annotation = ANNOTATION.matcher(source);
        while (annotation.find()) {
            QUOTED.matcher(annotation.group(1)).results().forEach(id -> ids.add(id.group(1)));
        }
        return ids;
    }

    /** Fails unless every id of these groups has either a test or a reason, and every id of a test is listed. */
    public void requireGroups(String... groups) {
        List<String> complaints = complaints(groups);
        if (!complaints.isEmpty()) {
            throw new AssertionError(String.join("\n", complaints));
        }
    }

    List<String> complaints(String... groups) {
        List<String> complaints = new ArrayList<>();
        for (String group : groups) {
            Set<String> ids = list.ids(group);
            if (ids.isEmpty()) {
                complaints.add(group + " has no items in docs/pitfalls.md");
            }
            ids.stream()
                    .filter(id -> !tested.contains(id) && !list.reasons().containsKey(id))
                    .forEach(id -> complaints.add(id + " has neither a test nor a reason"));
        }
        for (String id : tested) {
            if (!list.ids().contains(id)) {
                complaints.add(id + " is tested but not listed in docs/pitfalls.md");
            } else if (list.reasons().containsKey(id)) {
                complaints.add(
                        id + " is tested and yet listed as " + list.reasons().get(id));
            }
        }
        return complaints;
    }
}
