package io.dflockd.protocol;

import java.util.List;

/**
 * The grammar of patterns and what they match. A pattern is a name of parts between dots, some of which may be
 * wildcards: {@code *} stands for one part, whatever it is, and {@code >} for one or more.
 *
 * <p>A wildcard is a whole part, and {@code >} is the last one. A name without wildcards is a pattern that matches
 * itself.
 */
public final class Patterns {
    /** The part of a pattern that stands for any one part of a name. */
    public static final Key ANY = Key.of("*");

    /** The last part of a pattern that stands for the rest of a name: one part or more. */
    public static final Key REST = Key.of(">");

    private static final char DOT = '.';
    private static final char ANY_SIGN = '*';
    private static final char REST_SIGN = '>';

    private Patterns() {}

    /** The parts of a name or a pattern, which may be empty, as views of its memory. */
    public static List<Key> parts(Key name) {
        return name.split(DOT);
    }

    /** A hash of the first part of a name or a pattern. */
    public static long hashOfFirstPart(Key name) {
        return name.hashUpTo(DOT);
    }

    /** Whether there is a {@code *} or {@code >} anywhere in the name, in its place or not. */
    public static boolean hasWildcard(Key name) {
        return name.contains(ANY_SIGN) || name.contains(REST_SIGN);
    }

    /** Whether there is a {@code *} or {@code >} anywhere in the name of this text, in its place or not. */
    public static boolean hasWildcard(String name) {
        return name.indexOf(ANY_SIGN) >= 0 || name.indexOf(REST_SIGN) >= 0;
    }

    /** Whether every wildcard in the name is in its place: a whole part, and {@code >} the last one. */
    public static boolean isPattern(Key name) {
        if (!hasWildcard(name)) {
            return true;
        }
        List<Key> parts = parts(name);
        for (int i = 0; i < parts.size(); i++) {
            Key part = parts.get(i);
            boolean isWildcard = part.equals(ANY) || (part.equals(REST) && i == parts.size() - 1);
            if (!isWildcard && hasWildcard(part)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the pattern matches the name, in which nothing is a wildcard, whatever it looks like. */
    public static boolean matches(Key pattern, Key name) {
        List<Key> wanted = parts(pattern);
        List<Key> parts = parts(name);
        for (int i = 0; i < wanted.size(); i++) {
            if (i == parts.size()) {
                return false;
            }
            if (wanted.get(i).equals(REST)) {
                return true;
            }
            if (!wanted.get(i).equals(ANY) && !wanted.get(i).equals(parts.get(i))) {
                return false;
            }
        }
        return wanted.size() == parts.size();
    }

    /** Whether there is a name that both patterns match. */
    public static boolean overlap(Key one, Key other) {
        List<Key> left = parts(one);
        List<Key> right = parts(other);
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            if (left.get(i).equals(REST) || right.get(i).equals(REST)) {
                return true;
            }
            boolean isAny = left.get(i).equals(ANY) || right.get(i).equals(ANY);
            if (!isAny && !left.get(i).equals(right.get(i))) {
                return false;
            }
        }
        return left.size() == right.size();
    }
}
