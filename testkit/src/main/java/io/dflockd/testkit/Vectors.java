package io.dflockd.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The conformance vectors of PROTOCOL.md, section 7, in their order. */
public final class Vectors {
    private Vectors() {}

    public static List<Vector> all() {
        Path protocol = Project.root().resolve("PROTOCOL.md");
        try (Stream<String> lines = Files.lines(protocol)) {
            return lines.filter(line -> line.matches("V\\d+ .*"))
                    .map(Vector::parse)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The vectors from one id to another, both included. */
    public static Stream<Vector> range(String first, String last) {
        return all().stream()
                .filter(vector ->
                        vector.id().compareTo(first) >= 0 && vector.id().compareTo(last) <= 0);
    }
}
