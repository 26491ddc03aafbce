package io.dflockd.simulation.model;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Three lines that follow the grammar of 2.1.
 *
 * @param tag digits, or empty without tagging
 * @param fields those parts of the argument line that are there, by name
 */
record Request(String tag, String verb, String key, Map<String, String> fields) {
    private static final Pattern TAGGED = Pattern.compile("([0-9]{1,18}) (.*)", Pattern.DOTALL);
    private static final Pattern RETURNS = Pattern.compile("\r+$");
    private static final Pattern KEY = Pattern.compile("[^ \t\r]{1,256}");
    private static final List<String> ABOUT_THE_CONNECTION =
            List.of("fence", "tag", "cancel", "ping", "stats", "stable-ref", "barrier", "auth");
    private static final List<String> WITH_FENCE = List.of("rl", "wl", "re", "we", "rw", "ww", "rn", "wn", "elect");

    /** The tag to answer with, also if the rest is malformed: {@code 0} where there is none and should be. */
    static String tagOf(Frame frame, boolean tagged) {
        Matcher matcher = TAGGED.matcher(frame.first());
        return !tagged ? "" : matcher.matches() ? matcher.group(1) : "0";
    }

    /** The request, or null if it is malformed. */
    static @Nullable Request parse(Frame frame, boolean tagged) {
        Matcher matcher = TAGGED.matcher(withoutReturns(frame.first()));
        if (tagged && !matcher.matches()) {
            return null;
        }
        String verb = tagged ? matcher.group(2) : withoutReturns(frame.first());
        String key = withoutReturns(frame.key());
        Grammar grammar = Grammar.of(verb);
        if (grammar == null || !isUtf8(key) || !isUtf8(frame.argument())) {
            return null;
        }
        if (!ABOUT_THE_CONNECTION.contains(verb) && !KEY.matcher(key).matches()) {
            return null;
        }
        Map<String, String> fields = grammar.fields(withoutReturns(frame.argument()));
        return fields == null ? null : new Request(tagOf(frame, tagged), verb, key, fields);
    }

    /** All CR directly before the LF belong to it (1.1). */
    private static String withoutReturns(String line) {
        return RETURNS.matcher(line).replaceFirst("");
    }

    private static boolean isUtf8(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
        return !new String(bytes, StandardCharsets.UTF_8).contains("\uFFFD");
    }

    /** The text of a field, empty if it is not there. */
    String text(String field) {
        return fields.getOrDefault(field, "");
    }

    /** The number in a field, 0 if it is not there. */
    long number(String field) {
        return Long.parseLong(fields.getOrDefault(field, "0"));
    }

    long timeout() {
        return number("timeout");
    }

    /** Of a semaphore; that of everything else is one. */
    long limit() {
        return fields.containsKey("limit") ? number("limit") : 1;
    }

    /** 0 when none was given. */
    long lease() {
        return number("lease");
    }

    Mode mode() {
        return switch (verb) {
            case "rl", "re" -> Mode.READ;
            case "wl", "we" -> Mode.WRITE;
            default -> Mode.SLOT;
        };
    }

    /** Section 3, rule 3. */
    boolean alwaysShowsFence() {
        return WITH_FENCE.contains(verb);
    }
}
