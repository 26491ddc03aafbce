package io.dflockd.simulation.model;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The argument line of a verb as a regular expression, after 2.1. */
final class Grammar {
    private static final String BLANK = "[ \t\u000B\f\r]";
    private static final Pattern SURROUNDING_BLANKS = Pattern.compile("^" + BLANK + "+|" + BLANK + "+$");

    private static final String INT = "[+-]?[0-9]+";
    private static final String TIMEOUT = "(?<timeout>" + INT + ")";
    private static final String LIMIT = "(?<limit>" + INT + ")";
    private static final String LEASE = "(?<lease>" + INT + ")";
    private static final String AND = BLANK + "+";
    private static final String AND_PERHAPS_LEASE = "(?:" + AND + LEASE + ")?";

    private static final Map<String, Grammar> BY_VERB = new HashMap<>();

    static {
        put(TIMEOUT + AND_PERHAPS_LEASE, "l", "rl", "wl", "elect");
        put(TIMEOUT + AND + LIMIT + AND_PERHAPS_LEASE, "sl");
        put("(?<word>.+)", "r", "sr", "rr", "wr", "resign");
        put("(?<word>\\S+)" + AND_PERHAPS_LEASE, "n", "sn", "rn", "wn");
        put("(?:" + LEASE + ")?", "e", "re", "we");
        put(LIMIT + AND_PERHAPS_LEASE, "se");
        put(TIMEOUT, "w", "sw", "rw", "ww");
        put("(?<word>on|off)", "fence", "tag");
        put("(?<word>[0-9]{1,18})", "cancel");
        put(".*", "ping", "stats", "stable-ref", "barrier", "auth");
    }

    private final Pattern pattern;

    private Grammar(Pattern pattern) {
        this.pattern = pattern;
    }

    private static void put(String regex, String... verbs) {
        for (String verb : verbs) {
            BY_VERB.put(verb, new Grammar(Pattern.compile(regex, Pattern.DOTALL)));
        }
    }

    /** The grammar of a verb, or null if there is no such verb. */
    static @Nullable Grammar of(String verb) {
        return BY_VERB.get(verb);
    }

    static String trim(String line) {
        return SURROUNDING_BLANKS.matcher(line).replaceAll("");
    }

    /** The fields of an argument, or null if it does not match. */
    @Nullable
    Matcher match(String argument) {
        Matcher matcher = pattern.matcher(trim(argument));
        return matcher.matches() ? matcher : null;
    }

    /** The number in a field, {@code otherwise} without such a field, -1 if it is out of bounds. */
    long number(Matcher matcher, String field, long least, long most, long otherwise) {
        String text = text(matcher, field);
        if (text == null) {
            return otherwise;
        }
        BigInteger number = new BigInteger(text);
        boolean inBounds =
                number.compareTo(BigInteger.valueOf(least)) >= 0 && number.compareTo(BigInteger.valueOf(most)) <= 0;
        return inBounds ? number.longValueExact() : -1;
    }

    @Nullable
    String text(Matcher matcher, String field) {
        return pattern.pattern().contains("(?<" + field + ">") ? matcher.group(field) : null;
    }
}
