package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Lines;

/** Prints one JSON object, field after field. */
final class JsonObject {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Lines lines;
    private boolean isFirst = true;

    JsonObject(Lines lines) {
        this.lines = lines;
        lines.append("{");
    }

    void end() {
        lines.append("}");
    }

    private Lines name(String name) {
        lines.append(isFirst ? "\"" : ",\"").append(name).append("\":");
        isFirst = false;
        return lines;
    }

    JsonObject text(String name, Key text) {
        name(name).json(text);
        return this;
    }

    JsonObject text(String name, String text) {
        name(name).json(text);
        return this;
    }

    /** Nothing at all for an empty text. */
    JsonObject textIfAny(String name, String text) {
        return text.isEmpty() ? this : text(name, text);
    }

    JsonObject word(String name, String ascii) {
        name(name).append("\"").append(ascii).append("\"");
        return this;
    }

    /** An array of objects. */
    <R> JsonObject rows(String name, Iterable<R> rows, StatsRows.Printer<R> printer) {
        name(name).append("[");
        boolean isFirstRow = true;
        for (R row : rows) {
            lines.append(isFirstRow ? "" : ",");
            isFirstRow = false;
            JsonObject object = new JsonObject(lines);
            printer.print(row, object);
            object.end();
        }
        lines.append("]");
        return this;
    }

    JsonObject number(String name, long value) {
        name(name).signed(value);
        return this;
    }

    /** A number that may use all 64 bits. */
    JsonObject unsigned(String name, long value) {
        name(name).decimal(value);
        return this;
    }

    JsonObject flag(String name, boolean value) {
        name(name).append(value ? "true" : "false");
        return this;
    }

    /** With three decimals, and never below zero. */
    JsonObject seconds(String name, long nanos) {
        return millis(name, (Math.max(0, nanos) + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI);
    }

    /** Seconds with three decimals, of which what is more than nothing has at least a millisecond. */
    JsonObject secondsUp(String name, long nanos) {
        return nanos > 0 && nanos < NANOS_PER_MILLI ? millis(name, 1) : seconds(name, nanos);
    }

    private JsonObject millis(String name, long millis) {
        long rest = millis % 1_000;
        name(name).decimal(millis / 1_000).append(".");
        lines.decimal(rest / 100).decimal(rest / 10 % 10).decimal(rest % 10);
        return this;
    }
}
