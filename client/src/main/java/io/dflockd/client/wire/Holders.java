package io.dflockd.client.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who has a key, as the server tells when it is asked about that key alone.
 *
 * @param kind what the key is in use as, in words; empty if it is in use as nothing
 * @param waiters how many wait for it
 * @param count how many hold it
 * @param first those of them that were granted it first
 */
public record Holders(String kind, long waiters, long count, List<Holder> first) {
    // A quote within a string is escaped, so the names of fields cannot occur in one.
    private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*+\"";
    private static final Pattern COUNTS = Pattern.compile(
            "\"kind\":\"(\\w+)\",(?:\"limit\":(\\d{1,10}),)?\"waiters\":(\\d{1,18}),\"holder_count\":(\\d{1,18}),");
    private static final Pattern HOLDER = Pattern.compile(
            "\\{\"conn_id\":(\\d{1,18}),(?:\"name\":(" + TEXT + "),)?(?:\"address\":(" + TEXT + "),)?" + "(?:\"node\":"
                    + TEXT
                    + ",)?(?:\"mode\":\"\\w+\",)?\"held_s\":(\\d{1,12}(?:\\.\\d{1,9})?),\"lease_expires_in_s\":(\\d{1,12}(?:\\.\\d{1,9})?),");

    /**
     * One holder.
     *
     * @param connection the number of its connection, as in the server's log and statistics
     * @param name what it calls itself; empty if it does not say
     * @param address where it comes from; empty if the server does not say
     * @param heldSeconds since when
     * @param leaseSeconds how long its lease still lasts unless it is renewed
     */
    public record Holder(long connection, String name, String address, double heldSeconds, double leaseSeconds) {}

    /** Keeps a copy of the list. */
    public Holders {
        first = List.copyOf(first);
    }

    /** Reads {@code ok <json>}; empty for whatever else a server answers that does not know the question. */
    public static Optional<Holders> parse(String line) {
        Matcher counts = COUNTS.matcher(line);
        if (!line.startsWith("ok {\"key\":") || !counts.find()) {
            return Optional.empty();
        }
        List<Holder> first = new ArrayList<>();
        Matcher each = HOLDER.matcher(line).region(counts.end(), line.length());
        while (each.find()) {
            first.add(new Holder(
                    Long.parseLong(each.group(1)),
                    text(each.group(2)),
                    text(each.group(3)),
                    Double.parseDouble(each.group(4)),
                    Double.parseDouble(each.group(5))));
        }
        String kind = kind(counts.group(1), counts.group(2));
        return Optional.of(new Holders(kind, Long.parseLong(counts.group(3)), Long.parseLong(counts.group(4)), first));
    }

    /** What is between the quotes, for people: of what is escaped there only quotes and backslashes mean something. */
    private static String text(@Nullable String json) {
        return json == null ? "" : json.substring(1, json.length() - 1).replaceAll("\\\\([\"\\\\])", "$1");
    }

    private static String kind(String word, @Nullable String limit) {
        return switch (word) {
            case "lock" -> "a lock or an election";
            case "semaphore" -> "a semaphore with limit " + limit;
            case "rw_lock" -> "a read-write lock";
            default -> "";
        };
    }
}
