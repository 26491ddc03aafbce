package io.dflockd.cli.client;

import io.dflockd.cli.console.Json;
import io.dflockd.cli.console.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a server tells of one key, for people: section 2.15 of PROTOCOL.md. */
final class KeyReport {
    private static final int KEY_COLUMNS = 40;
    private static final long FOR_EVER_SECONDS = 365L * 24 * 60 * 60;

    private final Map<String, @Nullable Object> object;

    /** Reads the object; throws IllegalArgumentException if it is none. */
    KeyReport(String json) {
        this.object = Json.object(json);
    }

    boolean isHeld() {
        return number("holder_count") > 0;
    }

    /** The fences of those who hold it, as far as they are told. */
    List<String> fences() {
        return rows("holders").stream().map(row -> text(row, "fence")).toList();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(Words.cut(text(object, "key"), KEY_COLUMNS) + "   " + headline());
        for (Map<String, @Nullable Object> row : rows("holders")) {
            lines.add("  holds   " + who(row) + "   " + mode(row) + time(row, "held_s") + "   lease ends in "
                    + time(row, "lease_expires_in_s") + "   fence " + text(row, "fence"));
        }
        addMore(lines, "holders", number("holder_count"));
        int place = 0;
        for (Map<String, @Nullable Object> row : rows("queue")) {
            String end = isPatientForEver(row) ? "" : "   gives up in " + time(row, "gives_up_in_s");
            lines.add((place == 0 ? "  waits   " : "          ") + ++place + "  " + who(row) + "   " + mode(row)
                    + time(row, "waited_s") + end);
        }
        addMore(lines, "queue", number("waiters"));
        return lines;
    }

    private void addMore(List<String> lines, String array, long count) {
        long more = count - rows(array).size();
        if (more > 0) {
            lines.add("          and " + more + " more");
        }
    }

    private String headline() {
        String kind = kind();
        if (kind.isEmpty()) {
            return "nobody holds it or waits for it";
        }
        String holders = isHeld() ? "held" : "free";
        if (isHeld() && object.get("limit") != null && number("limit") > 1) {
            holders = number("holder_count") + " of " + number("limit") + " held";
        }
        long waiters = number("waiters");
        return kind + ", " + holders + (waiters == 0 ? "" : ", " + waiters + " waiting");
    }

    private String kind() {
        return switch (text(object, "kind")) {
            case "lock" -> "lock";
            case "semaphore" -> "semaphore";
            case "rw_lock" -> "read-write lock";
            default -> "";
        };
    }

    private static String who(Map<String, @Nullable Object> row) {
        String name = row.get("name") == null ? "connection " + text(row, "conn_id") : text(row, "name");
        String place =
                row.get("node") == null ? text(row, "address") : text(row, "address") + " on " + text(row, "node");
        return Words.harmless(place.isBlank() ? name : name + " (" + place + ")");
    }

    private static String mode(Map<String, @Nullable Object> row) {
        return row.get("mode") == null ? "" : text(row, "mode") + "s   ";
    }

    private static boolean isPatientForEver(Map<String, @Nullable Object> row) {
        return !(row.get("gives_up_in_s") instanceof Number seconds) || seconds.longValue() > FOR_EVER_SECONDS;
    }

    private static String time(Map<String, @Nullable Object> row, String name) {
        return row.get(name) instanceof Number seconds ? Words.time(seconds.doubleValue()) : "?";
    }

    private long number(String name) {
        return object.get(name) instanceof Number number ? number.longValue() : 0;
    }

    private static String text(Map<String, @Nullable Object> row, String name) {
        Object value = row.get(name);
        return value == null ? "" : value.toString();
    }

    @SuppressWarnings("unchecked") // the keys of an object are texts
    private List<Map<String, @Nullable Object>> rows(String name) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        if (object.get(name) instanceof List<?> list) {
            list.forEach(each -> rows.add((Map<String, @Nullable Object>) each));
        }
        return rows;
    }
}
