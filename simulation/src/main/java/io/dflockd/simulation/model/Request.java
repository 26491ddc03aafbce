package io.dflockd.simulation.model;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Three lines that follow the grammar of 2.1.
 *
 * @param tag digits, or empty without tagging
 * @param word the token, switch or tag that is the argument, if it has one
 * @param lease 0 when none was given
 */
record Request(String tag, String verb, String key, String word, long timeout, long limit, long lease) {
    private static final long MAX_SECONDS = 9_223_372_036L;
    private static final long MAX_LIMIT = 1_048_576;
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
        Matcher fields = grammar.match(frame.argument());
        return fields == null ? null : of(tagOf(frame, tagged), verb, key, grammar, fields);
    }

    /** All CR directly before the LF belong to it (1.1). */
    private static String withoutReturns(String line) {
        return RETURNS.matcher(line).replaceFirst("");
    }

    private static @Nullable Request of(String tag, String verb, String key, Grammar grammar, Matcher fields) {
        String word = Objects.requireNonNullElse(grammar.text(fields, "word"), "");
        long timeout = grammar.number(fields, "timeout", 0, MAX_SECONDS, 0);
        long limit = grammar.number(fields, "limit", 1, MAX_LIMIT, 1);
        long lease = grammar.number(fields, "lease", 1, MAX_SECONDS, 0);
        boolean inBounds = timeout >= 0 && limit >= 0 && lease >= 0;
        return inBounds ? new Request(tag, verb, key, word, timeout, limit, lease) : null;
    }

    private static boolean isUtf8(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
        return !new String(bytes, StandardCharsets.UTF_8).contains("\uFFFD");
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
