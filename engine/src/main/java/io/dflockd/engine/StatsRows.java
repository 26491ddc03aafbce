package io.dflockd.engine;

import io.dflockd.protocol.Lines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One array of the {@code stats} object, printed row by row.
 *
 * @param <N> what was noted, most often a key
 * @param <R> what is to be told of it
 */
final class StatsRows<N, R> {
    /** Looks at what was noted. Null if there is nothing to tell any more. */
    interface Look<N, R> {
        @Nullable
        R at(N noted, long nowNanos);
    }

    /** Prints the fields of one row. */
    interface Printer<R> {
        void print(R row, JsonObject into);
    }

    private final String name;
    private final List<N> noted;
    private final Look<N, R> look;
    private final Printer<R> printer;
    private int next;
    private boolean isBegun;
    private boolean hasRows;

    StatsRows(String name, List<N> noted, Look<N, R> look, Printer<R> printer) {
        this.name = name;
        this.noted = noted;
        this.look = look;
        this.printer = printer;
    }

    /** Prints the next row, or the end of the array. Tells whether there is more. */
    boolean printNext(Lines lines, long nowNanos) {
        if (!isBegun) {
            isBegun = true;
            lines.append(",\"").append(name).append("\":[");
        }
        if (next == noted.size()) {
            lines.append("]");
            return false;
        }
        R row = look.at(noted.get(next++), nowNanos);
        if (row != null) {
            lines.append(hasRows ? "," : "");
            hasRows = true;
            JsonObject object = new JsonObject(lines);
            printer.print(row, object);
            object.end();
        }
        return true;
    }
}
