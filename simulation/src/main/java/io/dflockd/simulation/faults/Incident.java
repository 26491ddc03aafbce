package io.dflockd.simulation.faults;

import java.util.List;

/** Something that was done to a node, or that it did: a line of a history that begins with an exclamation mark. */
record Incident(long nanos, String node, String what) {
    private static final String MARK = "!";
    private static final int FIELDS = 4;

    static boolean isOne(String line) {
        return line.startsWith(MARK);
    }

    boolean is(Mishap.Kind kind) {
        return what.equals(kind.text());
    }

    String toLine() {
        return String.join("\t", MARK, Long.toString(nanos), node, what);
    }

    static Incident of(String line) {
        List<String> fields = List.of(line.split("\t", -1));
        if (fields.size() != FIELDS) {
            throw new IllegalArgumentException("not " + FIELDS + " fields: " + line);
        }
        return new Incident(Long.parseLong(fields.get(1)), fields.get(2), fields.get(3));
    }
}
