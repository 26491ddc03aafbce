package io.dflockd.cli.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The status of a cluster as people read it: a line that says how it is, and a table of the nodes. */
final class StatusTable {
    private static final List<String> TITLES =
            List.of("node", "role", "address", "committed", "behind", "heard", "sessions", "");

    /** From this column on numbers stand, to the right. */
    private static final int FIRST_NUMBER = 3;

    /** The column with the mark of a node that somebody should look at. */
    private static final int MARK = 7;

    /** A node that was not heard of for longer is worth a mark. */
    private static final double LONG_SILENCE_SECONDS = 1;

    private static final String UNKNOWN = "–";
    private static final long KIB = 1_024;

    private StatusTable() {}

    static List<String> lines(Status status) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(status));
        lines.addAll(table(status));
        lines.add("node " + status.node() + ": applied " + count(status.applied()) + ", snapshot "
                + (status.snapshot() < 0 ? "none yet" : "up to " + count(status.snapshot())) + ", log "
                + size(status.logBytes()));
        if (!status.overruled().isEmpty()) {
            lines.add("node " + status.node() + " was started with other settings than the cluster has: "
                    + String.join(", ", status.overruled()));
        }
        return lines;
    }

    private static String headline(Status status) {
        int size = status.members().size();
        String leader = status.leader() == null ? "no leader" : "leader " + status.leader();
        return (size == 1 ? "1 node" : size + " nodes") + ", " + leader + " (term " + status.term() + "), version "
                + status.version() + ", " + progress(status);
    }

    private static String progress(Status status) {
        List<String> behind = new ArrayList<>();
        for (Status.Member member : status.members()) {
            if (member.role().equals("gone")) {
                behind.add(member.name() + " gone");
            } else if (member.lag() > 0) {
                behind.add(member.name() + " behind");
            }
        }
        return behind.isEmpty() ? "all caught up" : String.join(", ", behind);
    }

    private static List<String> table(Status status) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(TITLES);
        status.members().forEach(member -> rows.add(row(member, status)));
        int[] widths = new int[TITLES.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static List<String> row(Status.Member member, Status status) {
        boolean isLeader = member.name().equals(status.leader());
        boolean isAsked = member.name().equals(status.node());
        return List.of(
                member.name(),
                member.role(),
                member.address(),
                count(member.commit()),
                isLeader ? UNKNOWN : count(member.lag()),
                isAsked ? UNKNOWN : silence(member.silentSeconds()),
                count(member.sessions()),
                needsALook(member) ? "!" : "");
    }

    private static boolean needsALook(Status.Member member) {
        Double silence = member.silentSeconds();
        return member.role().equals("gone") || (silence != null && silence > LONG_SILENCE_SECONDS);
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String blanks = " ".repeat(widths[i] - row.get(i).length());
            boolean isNumber = i >= FIRST_NUMBER && i != MARK;
            line.append("  ").append(isNumber ? blanks + row.get(i) : row.get(i) + blanks);
        }
        return line.toString().stripTrailing();
    }

    private static String count(long number) {
        return number < 0 ? UNKNOWN : String.format(Locale.ROOT, "%,d", number);
    }

    private static String silence(@Nullable Double seconds) {
        if (seconds == null) {
            return UNKNOWN;
        }
        return seconds < LONG_SILENCE_SECONDS
                ? Math.round(seconds * 1_000) + " ms"
                : String.format(Locale.ROOT, "%.1f s", seconds);
    }

    private static String size(long bytes) {
        if (bytes < 0) {
            return "of unknown size";
        }
        return bytes < KIB * KIB
                ? String.format(Locale.ROOT, "%.1f KiB", bytes / (double) KIB)
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (KIB * KIB));
    }
}
