package io.dflockd.simulation.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The argument line of a verb as a regular expression, after 2.1. */
final class Grammar {
    private record Bounds(long least, long most) {
        boolean contain(String digits) {
            BigInteger number = new BigInteger(digits);
            return number.compareTo(BigInteger.valueOf(least)) >= 0 && number.compareTo(BigInteger.valueOf(most)) <= 0;
        }
    }

    private static final Bounds SECONDS = new Bounds(0, 9_223_372_036L);
    private static final Bounds SOME = new Bounds(1, 1_048_576);
    private static final Bounds ANY = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);
    private static final Map<String, Bounds> BOUNDS = Map.ofEntries(
            Map.entry("timeout", SECONDS),
            Map.entry("ttl", SECONDS),
            Map.entry("lease", new Bounds(1, SECONDS.most)),
            Map.entry("limit", SOME),
            Map.entry("count", SOME),
            Map.entry("amount", ANY),
            Map.entry("start", ANY),
            Map.entry("stop", ANY));

    private static final String BLANK = "[ \t\u000B\f\r]";
    private static final Pattern SURROUNDING_BLANKS = Pattern.compile("^" + BLANK + "+|" + BLANK + "+$");
    private static final Pattern FIELD = Pattern.compile("\\(\\?<(\\w+)>");

    private static final String TIMEOUT = number("timeout");
    private static final String LIMIT = number("limit");
    private static final String LEASE = number("lease");
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
        put(TIMEOUT, "w", "sw", "rw", "ww", "blpop", "brpop");
        put(number("amount"), "incr", "decr", "cset");
        put(number("start") + AND + number("stop"), "lrange");
        put(number("count") + AND + TIMEOUT, "bwait");
        put("(?<group>.*)", "listen", "unlisten");
        put("(?<word>on|off)", "fence", "tag");
        put("(?<word>[0-9]{1,18})", "cancel");
        put(".*", "get", "kget", "kdel", "lpop", "rpop", "llen");
        put(".*", "observe", "unobserve", "watch", "unwatch");
        put(".*", "ping", "stats", "stable-ref", "barrier", "auth");
        putUntrimmed("(?<value>[^\t]+)(?:\t" + number("ttl") + ")?", "kset");
        putUntrimmed("(?<old>[^\t]*)\t(?<value>[^\t]+)\t" + number("ttl") + "?", "kcas");
        putUntrimmed("(?<value>.+)", "lpush", "rpush", "signal");
    }

    private final Pattern pattern;
    private final List<String> names = new ArrayList<>();
    private final boolean trims;

    private Grammar(String regex, boolean trims) {
        this.pattern = Pattern.compile(regex, Pattern.DOTALL);
        this.trims = trims;
        FIELD.matcher(regex).results().forEach(name -> names.add(name.group(1)));
    }

    private static String number(String name) {
        return "(?<" + name + ">[+-]?[0-9]+)";
    }

    private static void put(String regex, String... verbs) {
        for (String verb : verbs) {
            BY_VERB.put(verb, new Grammar(regex, true));
        }
    }

    /** The blanks around a value are part of it. */
    private static void putUntrimmed(String regex, String... verbs) {
        for (String verb : verbs) {
            BY_VERB.put(verb, new Grammar(regex, false));
        }
    }

    /** The grammar of a verb, or null if there is no such verb. */
    static @Nullable Grammar of(String verb) {
        return BY_VERB.get(verb);
    }

    static String trim(String line) {
        return SURROUNDING_BLANKS.matcher(line).replaceAll("");
    }

    /** The fields of an argument by name, or null if it does not match, or a number is out of bounds. */
    @Nullable
    Map<String, String> fields(String argument) {
        Matcher matcher = pattern.matcher(trims ? trim(argument) : argument);
        if (!matcher.matches()) {
            return null;
        }
        Map<String, String> fields = new HashMap<>();
        for (String name : names) {
            String text = matcher.group(name);
            Bounds bounds = BOUNDS.get(name);
            if (text != null && bounds != null && !bounds.contain(text)) {
                return null;
            }
            if (text != null) {
                fields.put(name, text);
            }
        }
        return fields;
    }
}
