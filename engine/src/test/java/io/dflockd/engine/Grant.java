package io.dflockd.engine;

/** A grant as its client reads it: {@code ok <token> <lease>[ <fence>]}, or the same with {@code acquired}. */
record Grant(String token, long leaseSeconds) {
    static Grant of(String answer) {
        String[] fields = answer.split(" ", -1);
        if (fields.length < 3 || !(fields[0].equals("ok") || fields[0].equals("acquired"))) {
            throw new AssertionError("not a grant: " + answer);
        }
        return new Grant(fields[1], Long.parseLong(fields[2]));
    }

    /** The number in the first half of the token. */
    long fence() {
        return Long.parseUnsignedLong(token, 0, 16, 16);
    }
}
