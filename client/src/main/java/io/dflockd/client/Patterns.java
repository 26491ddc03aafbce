package io.dflockd.client;

/**
 * Names of parts between dots, some of them wildcards: {@code *} stands for one part, {@code >} as the last part for one
 * or more.
 */
final class Patterns {
    private static final String ANY = "*";
    private static final String REST = ">";

    private Patterns() {}

    /** Whether the name, in which nothing is a wildcard, is one that the pattern means. */
    static boolean matches(String pattern, String name) {
        String[] wanted = parts(pattern);
        String[] parts = parts(name);
        for (int i = 0; i < wanted.length; i++) {
            if (i == parts.length) {
                return false;
            }
            if (wanted[i].equals(REST)) {
                return true;
            }
            if (!wanted[i].equals(ANY) && !wanted[i].equals(parts[i])) {
                return false;
            }
        }
        return wanted.length == parts.length;
    }

    /** Whether there is a name that both patterns mean. */
    static boolean overlap(String one, String other) {
        String[] left = parts(one);
        String[] right = parts(other);
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            if (left[i].equals(REST) || right[i].equals(REST)) {
                return true;
            }
            if (!left[i].equals(ANY) && !right[i].equals(ANY) && !left[i].equals(right[i])) {
                return false;
            }
        }
        return left.length == right.length;
    }

    private static String[] parts(String pattern) {
        return pattern.split("\\.", -1);
    }
}
