package io.dflockd.simulation.churn;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A push as a client hears it: of a channel or key, with a payload or the name of an event. */
record Heard(Kind kind, String name, String text) {
    enum Kind {
        SIGNAL,
        WATCH,
        LEADER
    }

    private static final Pattern SIGNAL = Pattern.compile("sig ([^ *>]+) (.+)");
    private static final Pattern WATCH = Pattern.compile("watch (acquire|release|elect|resign|incr|decr|cset"
            + "|kset|kcas|kdel|lpush|rpush|lpop|rpop|blpop|brpop) ([^ ]+)");
    private static final Pattern LEADER = Pattern.compile("leader (elected|failover|resigned) ([^ ]+)");

    static boolean isPush(String line) {
        return line.startsWith("sig ") || line.startsWith("watch ") || line.startsWith("leader ");
    }

    static Heard of(String line) {
        Matcher signal = SIGNAL.matcher(line);
        if (signal.matches()) {
            return new Heard(Kind.SIGNAL, signal.group(1), signal.group(2));
        }
        Matcher watch = WATCH.matcher(line);
        if (watch.matches()) {
            return new Heard(Kind.WATCH, watch.group(2), watch.group(1));
        }
        Matcher leader = LEADER.matcher(line);
        if (leader.matches()) {
            return new Heard(Kind.LEADER, leader.group(2), leader.group(1));
        }
        throw new Fault("a push of no known form: " + line);
    }
}
