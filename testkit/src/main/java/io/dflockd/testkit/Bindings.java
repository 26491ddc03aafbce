package io.dflockd.testkit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables of one vector: {@code $a} stands for a token, {@code %a} for a decimal number.
 *
 * <p>A variable is bound by the first line that matches it, and stands for the same text from then on.
 */
final class Bindings {
    private static final Pattern TOKEN = Pattern.compile("\\$[a-z]\\b");
    private static final Pattern PLACEHOLDER = Pattern.compile(TOKEN + "|%[a-z]\\b|<any>");

    private final Map<String, String> bound = new HashMap<>();

    /** The text with its tokens filled in. */
    String fill(String text) {
        return TOKEN.matcher(text).replaceAll(token -> valueOf(token.group()));
    }

    private String valueOf(String variable) {
        String value = bound.get(variable);
        if (value == null) {
            throw new AssertionError(variable + " is used before a reply has bound it");
        }
        return value;
    }

    /** Whether the line is as expected. Only then are variables bound that were free before. */
    boolean match(String expected, String line) {
        Map<String, String> groupsOfFree = new LinkedHashMap<>();
        Matcher found = Pattern.compile(patternOf(expected, groupsOfFree), Pattern.DOTALL)
                .matcher(line);
        boolean matches = found.matches();
        if (matches) {
            groupsOfFree.forEach((variable, group) -> bound.put(variable, found.group(group)));
        }
        return matches;
    }

    private String patternOf(String expected, Map<String, String> groupsOfFree) {
        var pattern = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(expected);
        int at = 0;
        while (placeholder.find()) {
            pattern.append(literally(expected.substring(at, placeholder.start())));
            pattern.append(patternOfOne(placeholder.group(), groupsOfFree));
            at = placeholder.end();
        }
        return pattern.append(literally(expected.substring(at))).toString();
    }

    private String patternOfOne(String placeholder, Map<String, String> groupsOfFree) {
        if (placeholder.equals("<any>")) {
            return ".*";
        }
        if (bound.containsKey(placeholder)) {
            return Pattern.quote(valueOf(placeholder));
        }
        boolean isToken = placeholder.startsWith("$");
        String group = (isToken ? "token" : "number") + placeholder.charAt(1);
        if (groupsOfFree.put(placeholder, group) != null) {
            return "\\k<" + group + ">";
        }
        return "(?<" + group + ">" + (isToken ? "[0-9a-f]{32}" : "[0-9]+") + ")";
    }

    private static String literally(String text) {
        return Pattern.quote(Escapes.text(text));
    }
}
