package io.dflockd.cluster.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of the files that Ratis keeps: they tell which entries are there. If some are missing between the snapshot and
 * the log, Ratis starts all the same, fails on a thread of its own and never leads.
 */
final class LogFiles {
    private static final Pattern SEGMENT = Pattern.compile("log_(\\d+)-(\\d+)");
    private static final Pattern OPEN_SEGMENT = Pattern.compile("log_inprogress_(\\d+)");
    private static final Pattern SNAPSHOT = Pattern.compile("snapshot\\.\\d+_(\\d+)");

    private LogFiles() {}

    /** The first entry that neither a snapshot covers nor the log has, though the log has later ones. */
    static OptionalLong firstMissing(Path log, Path snapshots) throws IOException {
        long next = 1
                + matches(snapshots, SNAPSHOT).mapToLong(LogFiles::first).max().orElse(-1);
        List<Segment> segments = Stream.concat(
                        matches(log, SEGMENT).map(name -> new Segment(first(name), Long.parseLong(name.group(2)))),
                        matches(log, OPEN_SEGMENT).map(name -> new Segment(first(name), Long.MAX_VALUE - 1)))
                .sorted((one, other) -> Long.compare(one.first, other.first))
                .toList();
        for (Segment segment : segments) {
            if (segment.first > next) {
                return OptionalLong.of(next);
            }
            next = Math.max(next, segment.last + 1);
        }
        return OptionalLong.empty();
    }

    /** Whether there is anything of a log: entries, or a snapshot of them. */
    static boolean hasAny(Path log, Path snapshots) throws IOException {
        if (matches(snapshots, SNAPSHOT).findAny().isPresent()) {
            return true;
        }
        try (Stream<Path> files = Files.list(log)) {
            return files.anyMatch(file -> String.valueOf(file.getFileName()).startsWith("log_")
                    && file.toFile().length() > 0);
        }
    }

    private record Segment(long first, long last) {}

    private static long first(Matcher name) {
        return Long.parseLong(name.group(1));
    }

    private static Stream<Matcher> matches(Path folder, Pattern names) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .map(file -> names.matcher(String.valueOf(file.getFileName())))
                    .filter(Matcher::matches)
                    .toList()
                    .stream();
        }
    }
}
