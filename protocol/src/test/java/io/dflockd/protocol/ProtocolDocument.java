package io.dflockd.protocol;

import io.dflockd.testkit.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** PROTOCOL.md, as far as a test can read it: its sections, their tables, and what they quote. */
final class ProtocolDocument {
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    private final List<String> lines;

    ProtocolDocument() {
        try {
            lines = Files.readAllLines(Project.root().resolve("PROTOCOL.md"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One row of a table: its cells by the titles of their columns. */
    record Row(List<String> titles, List<String> cells) {
        boolean has(String title) {
            return titles.contains(title);
        }

        String cell(String title) {
            if (!has(title)) {
                throw new AssertionError("no column '" + title + "' in " + titles);
            }
            return cells.get(titles.indexOf(title));
        }
    }

    /** The rows of the first table of a section, which is named by its number. */
    List<Row> table(String section) {
        List<String> table = section(section)
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        List<String> titles = cells(table.get(0));
        return table.stream()
                .skip(2) // the titles and the rule below them
                .map(line -> new Row(titles, cells(line)))
                .toList();
    }

    /** The one line of a section that contains this text. */
    String lineWith(String section, String text) {
        List<String> found =
                section(section).filter(line -> line.contains(text)).toList();
        if (found.size() != 1) {
            throw new AssertionError("'" + text + "' is in " + found.size() + " lines of section " + section);
        }
        return found.get(0);
    }

    private Stream<String> section(String number) {
        Pattern heading = Pattern.compile("#+ " + Pattern.quote(number) + "\\.? .*");
        return lines.stream()
                .dropWhile(line -> !heading.matcher(line).matches())
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"));
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
    }

    /** What stands between backticks, one by one. */
    static List<String> quotations(String text) {
        return QUOTED.matcher(text).results().map(found -> found.group(1)).toList();
    }

    /** The words between backticks: {@code `a b` and `c`} are three. */
    static List<String> quotedWords(String text) {
        return quotations(text).stream()
                .flatMap(quotation -> Arrays.stream(quotation.split(" ")))
                .toList();
    }
}
