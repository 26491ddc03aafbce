package io.dflockd.simulation;

import io.dflockd.simulation.Scenario.Datum;
import io.dflockd.simulation.Scenario.Habit;
import io.dflockd.simulation.model.Frame;

/** Draws what clients ask about counters, values, lists and barriers. */
final class DataRequests {
    private static final String LONGEST = "9223372036";
    private static final String MOST = "9223372036854775807";
    private static final String LEAST = "-9223372036854775808";
    private static final String TOO_MANY = "9223372036854775808";

    private final Scenario scenario;
    private final Dice dice;

    DataRequests(Scenario scenario, Dice dice) {
        this.scenario = scenario;
        this.dice = dice;
    }

    Frame draw(Habit habit) {
        return draw(dice.percent(75) ? habit.datum() : dice.pick(Datum.values()), habit);
    }

    Frame draw(Datum datum, Habit habit) {
        return switch (datum) {
            case COUNTER -> counter(habit.key());
            case VALUE -> value(habit.key());
            case LIST -> list(habit.key());
            case BARRIER -> barrier(habit);
        };
    }

    private Frame counter(String key) {
        return switch (dice.between(1, 10)) {
            case 1, 2, 3, 4 -> new Frame("incr", key, amount());
            case 5, 6, 7 -> new Frame("decr", key, amount());
            case 8 -> new Frame("get", key, dice.pick("", "_", "x"));
            default -> new Frame("cset", key, dice.percent(30) ? "0" : amount());
        };
    }

    /** Small, or at the ends of what 64 bits can hold. */
    private String amount() {
        return dice.percent(75) ? dice.pick("1", "-1", "2", " -3 ", "0", "+1") : dice.pick(MOST, LEAST, TOO_MANY);
    }

    private Frame value(String key) {
        return switch (dice.between(1, 10)) {
            case 1, 2, 3 ->
                new Frame("kset", key, text() + dice.pick("", "\t0", "\t1", "\t1", "\t2", "\t" + longest()));
            case 4, 5 -> new Frame("kget", key, "");
            case 6 -> new Frame("kdel", key, "");
            default ->
                new Frame("kcas", key, dice.pick("", text()) + "\t" + text() + "\t" + dice.pick("", "0", "1", "2"));
        };
    }

    /** A value that nobody will be able to delete must have an end in sight. */
    private String longest() {
        return dice.percent(10) && !scenario.drains() ? LONGEST : "3";
    }

    /** Few of them, so that a comparison succeeds now and then. */
    private String text() {
        return dice.percent(80) ? dice.pick("x", "y") : dice.pick(" a b ", "\u00c3\u00a9", "\"\\", "[,]");
    }

    private Frame list(String key) {
        return switch (dice.between(1, 20)) {
            case 1, 2, 3, 4 -> new Frame("lpush", key, item());
            case 5, 6, 7, 8 -> new Frame("rpush", key, item());
            case 9 -> new Frame("lpop", key, "");
            case 10 -> new Frame("rpop", key, "_");
            case 11 -> new Frame("llen", key, "");
            case 12, 13, 14 -> new Frame("lrange", key, index() + " " + index());
            case 15, 16, 17 -> new Frame("blpop", key, timeout());
            default -> new Frame("brpop", key, timeout());
        };
    }

    private String item() {
        return dice.percent(90) ? String.valueOf(dice.between(1, 99)) : dice.pick(" a\tb ", "\u00c3\u00a9", "\"\\");
    }

    private String index() {
        return dice.percent(95) ? String.valueOf(dice.between(-4, 4)) : dice.pick(MOST, LEAST);
    }

    private Frame barrier(Habit habit) {
        int count = dice.percent(90) ? habit.count() : dice.between(1, 3);
        return new Frame("bwait", habit.key(), count + " " + timeout());
    }

    private String timeout() {
        return dice.percent(1) ? LONGEST : dice.pick("0", "1", "1", "2", "3");
    }
}
