package io.dflockd.client.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who has a key, as the server tells when it is asked about that key alone.
 *
 * @param waiters how many wait for it
 * @param count how many hold it
 * @param first those of them that were granted it first
 */
public record Holders(long waiters, long count, List<Holder> first) {
    // A quote within a string is escaped, so the names of fields cannot occur in one.
    private static final Pattern COUNTS = Pattern.compile("\"waiters\":(\\d{1,18}),\"holder_count\":(\\d{1,18}),");
    private static final Pattern HOLDER = Pattern.compile(
            "\\{\"conn_id\":(\\d{1,18}),[^{}]*?\"held_s\":(\\d{1,12}(?:\\.\\d{1,9})?),\"lease_expires_in_s\":(\\d{1,12}(?:\\.\\d{1,9})?),");

    /**
     * One holder.
     *
     * @param connection the number of its connection, as in the server's log and statistics
     * @param heldSeconds since when
     * @param leaseSeconds how long its lease still lasts unless it is renewed
     */
    public record Holder(long connection, double heldSeconds, double leaseSeconds) {}

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
                    Double.parseDouble(each.group(2)),
                    Double.parseDouble(each.group(3))));
        }
        return Optional.of(new Holders(Long.parseLong(counts.group(1)), Long.parseLong(counts.group(2)), first));
    }
}
