package io.dflockd.simulation;

import io.dflockd.simulation.model.Frame;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that its client waits to see answered.
 *
 * @param tag empty without tagging
 * @param arrival its number among all requests of the history; that of the first phase, if it is the second
 */
record Asked(String tag, String verb, String key, String argument, long arrival) {
    private static final Pattern TAGGED = Pattern.compile("([0-9]{1,18}) (.*)");
    private static final Pattern COLLECTS = Pattern.compile("[srw]?w");

    static Asked of(Frame frame, boolean tagged, long arrival) {
        String first = withoutReturns(frame.first());
        Matcher matcher = TAGGED.matcher(first);
        boolean hasTag = tagged && matcher.matches();
        String tag = hasTag ? matcher.group(1) : tagged ? "0" : "";
        String verb = hasTag ? matcher.group(2) : first;
        return new Asked(tag, verb, withoutReturns(frame.key()), frame.argument(), arrival);
    }

    private static String withoutReturns(String line) {
        return line.replace("\r", "");
    }

    /** Whether it is the second phase of an acquisition. */
    boolean isCollecting() {
        return COLLECTS.matcher(verb).matches();
    }

    Asked since(long earlierArrival) {
        return new Asked(tag, verb, key, argument, earlierArrival);
    }
}
