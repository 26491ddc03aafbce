package io.dflockd.cli.run;

import io.dflockd.cli.console.Words;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who is in the way of somebody who waits, as the server tells it of one key.
 *
 * @param ahead at most so many are before us: of those that came later nothing is told
 */
record Queue(long ahead, long holders, String firstHolder, double heldSeconds) {
    // A quote within a string is escaped, so the names of fields cannot occur in one.
    private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*+\"";
    private static final Pattern COUNTS = Pattern.compile("\"waiters\":(\\d{1,18}),\"holder_count\":(\\d{1,18}),");
    private static final Pattern FIRST = Pattern.compile("\"conn_id\":(\\d{1,18}),(?:\"name\":(" + TEXT
            + "),)?(?:\"\\w+\":" + TEXT + ",)*\"held_s\":(\\d{1,12}\\.?\\d*)");

    private static final int NAME_COLUMNS = 40;

    static final Queue UNKNOWN = new Queue(Long.MAX_VALUE, 0, "", 0);

    /** Reads the object of section 2.15 of PROTOCOL.md, a moment after this one. What is no such object changes nothing. */
    Queue next(String answer) {
        Matcher counts = COUNTS.matcher(answer);
        if (!counts.find()) {
            return this;
        }
        long others = Math.max(0, Long.parseLong(counts.group(1)) - 1);
        long held = Long.parseLong(counts.group(2));
        Matcher first = FIRST.matcher(answer).region(counts.end(), answer.length());
        return first.find()
                ? new Queue(Math.min(ahead, others), held, name(first), Double.parseDouble(first.group(3)))
                : new Queue(Math.min(ahead, others), held, "", 0);
    }

    private static String name(Matcher holder) {
        String name = holder.group(2);
        return name == null
                ? "connection " + holder.group(1)
                : Words.cut(name.substring(1, name.length() - 1).replaceAll("\\\\([\"\\\\])", "$1"), NAME_COLUMNS);
    }

    /** {@code held by connection 12 for 3 m 10 s, 3 ahead}. */
    String inWords() {
        String more = holders > 1 ? " and " + (holders - 1) + " more" : "";
        String holder =
                firstHolder.isEmpty() ? "" : "held by " + firstHolder + more + " for " + Words.time(heldSeconds);
        String before = ahead == Long.MAX_VALUE ? "" : ahead == 0 ? "next in line" : ahead + " ahead";
        return holder + (holder.isEmpty() || before.isEmpty() ? "" : ", ") + before;
    }
}
