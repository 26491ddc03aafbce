package io.dflockd.simulation.model;

import java.util.List;

/** The patterns of signals and watches, split at their dots (2.11). */
final class Patterns {
    private Patterns() {}

    private static List<String> split(String name) {
        return List.of(name.split("\\.", -1));
    }

    static boolean isValid(String pattern) {
        List<String> tokens = split(pattern);
        for (int i = 0; i < tokens.size(); i++) {
            String token = tokens.get(i);
            boolean isLast = i == tokens.size() - 1;
            boolean isWildcard = token.equals("*") || (token.equals(">") && isLast);
            if (hasWildcard(token) && !isWildcard) {
                return false;
            }
        }
        return true;
    }

    static boolean hasWildcard(String name) {
        return name.contains("*") || name.contains(">");
    }

    static boolean matches(String pattern, String name) {
        return matches(split(pattern), split(name));
    }

    private static boolean matches(List<String> pattern, List<String> name) {
        if (pattern.isEmpty() || name.isEmpty()) {
            return pattern.isEmpty() && name.isEmpty();
        }
        String first = pattern.get(0);
        if (first.equals(">")) {
            return true;
        }
        boolean fits = first.equals("*") || first.equals(name.get(0));
        return fits && matches(pattern.subList(1, pattern.size()), name.subList(1, name.size()));
    }
}
